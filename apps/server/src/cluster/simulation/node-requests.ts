import { requesterAction, ownerAction } from '../protocol/requests.ts';
import type { NodeCalls } from './node-calls.ts';
import type { OwnedChargePoints } from './owned-charge-points.ts';
import type { AnswerRequest, BusRequest, NodePart, SimulationRun } from './parts.ts';
import type { SimulatedProcess } from './process.ts';
import { RULES } from './rules.ts';
import type { CommandRow, SessionRow, SimulatedDatabase } from './simulated-database.ts';

/** What drivers and staff request at any node, and what the owner of the charge point does about it. */
export class NodeRequests {
  readonly #simulation: SimulationRun;
  readonly #node: NodePart;
  readonly #process: SimulatedProcess;
  readonly #owned: OwnedChargePoints;
  readonly #calls: NodeCalls;

  constructor(node: NodePart & { process: SimulatedProcess }, owned: OwnedChargePoints, calls: NodeCalls) {
    this.#simulation = node.process.simulation;
    this.#node = node;
    this.#process = node.process;
    this.#owned = owned;
    this.#calls = calls;
  }

  start(driverId: number, id: string, chargePointId: string): void {
    const insertSession = (database: SimulatedDatabase): boolean =>
      database.links.has(chargePointId) && database.insertSession(id, driverId, chargePointId, this.#process.now);
    this.#process.transact(insertSession, (outcome) => {
      if (outcome.kind === 'done' && outcome.value) this.#request({ kind: 'start', id, chargePointId });
    });
  }

  unlock(id: string, chargePointId: string): void {
    const deadlineMs = this.#process.now.getTime() + RULES.commandWithinMs;
    const row: CommandRow = { id, chargePointId, state: 'asked', deadlineMs, sentAtMs: 0, epoch: 0 };
    this.#process.transact(
      (database) => database.commands.set(id, row),
      (outcome) => outcome.kind === 'done' && this.#request({ kind: 'unlock', id, chargePointId }),
    );
  }

  /** If nobody answers, nothing was requested, and the driver is told. */
  stop(id: string, chargePointId: string): void {
    this.#simulation.bus.request(this.#node, { kind: 'stop', id, chargePointId }, () => undefined);
  }

  #request(request: BusRequest): void {
    const { id, kind } = request;
    this.#simulation.bus.request(this.#node, request, (outcome) => {
      if (outcome === 'lost' && this.#simulation.bug === 'blind re-send' && !request.isRepeated)
        return this.#request({ ...request, isRepeated: true });
      this.#process.transact(
        (database) => {
          const row = kind === 'start' ? database.sessions.get(id) : database.commands.get(id);
          const isUnsent = row?.state === 'held' || row?.state === 'asked';
          if (requesterAction(outcome, { isUnsent, isPatient: kind !== 'start' }) === 'leave') return;
          const reason = outcome === 'lost' ? 'start_interrupted' : 'charger_offline';
          database.changeStart(id, { kind: 'failed', reason }, this.#process.now);
        },
        () => undefined,
      );
    });
  }

  /** Handles a request as the owner of the charge point. */
  handle(request: BusRequest, answer: AnswerRequest): void {
    const { kind, id, chargePointId } = request;
    if (kind === 'stop') return this.#handleStop(request, answer);
    const me = { isOwner: this.#owned.owns(chargePointId), hasLink: this.#owned.linkOf(chargePointId) !== undefined };
    const markSent = (database: SimulatedDatabase, epoch: number): 'send' | 'tell' | 'decline' => {
      const row = database.sessions.get(id) ?? database.commands.get(id);
      const nowMs = this.#process.now.getTime();
      const isUnsent = row?.state === 'held' || row?.state === 'asked';
      const isOverdue = (database.commands.get(id)?.deadlineMs ?? Number.POSITIVE_INFINITY) <= nowMs;
      const action = request.isRepeated && me.hasLink ? 'send' : ownerAction({ isUnsent, isOverdue }, me);
      if (action !== 'send') return action;
      if (kind === 'start') database.changeStart(id, { kind: 'asked' }, this.#process.now);
      else database.changeCommand(id, 'asked', { state: 'sent', epoch, sentAtMs: nowMs });
      return 'send';
    };
    this.#owned.write(chargePointId, markSent, (outcome) => {
      if (outcome.kind !== 'done') return answer('declined');
      if (outcome.value !== 'send') return answer(outcome.value === 'tell' ? 'done' : 'declined');
      if (kind === 'start') this.#owned.loadSessions(chargePointId);
      const call = kind === 'start' ? { kind, bookingId: id } : { kind: 'unlock' as const, id };
      this.#calls.call(chargePointId, call, (isAccepted) => {
        this.#saveAnswer(request, isAccepted);
        answer('done');
      });
    });
  }

  #handleStop({ id, chargePointId }: BusRequest, answer: AnswerRequest): void {
    this.#owned.write(
      chargePointId,
      (database) => database.requestStop(id, this.#process.now),
      (outcome) => {
        answer(outcome.kind === 'done' ? 'done' : 'declined');
        if (outcome.kind !== 'done' || !outcome.value) return;
        this.#owned.renewSession(outcome.value);
        this.#calls.askToStop(chargePointId, outcome.value);
      },
    );
  }

  /** Stores the charge point's answer, or that there was none. */
  #saveAnswer({ kind, id, chargePointId }: BusRequest, isAccepted: boolean | undefined): void {
    const save = (database: SimulatedDatabase): SessionRow | undefined => {
      if (kind === 'unlock')
        database.changeCommand(id, 'sent', { state: isAccepted === undefined ? 'timed_out' : 'done' });
      else if (isAccepted) database.changeStart(id, { kind: 'accepted' }, this.#process.now);
      else {
        const reason = isAccepted === undefined ? 'charger_silent' : 'charger_rejected';
        database.changeStart(id, { kind: 'failed', reason }, this.#process.now);
      }
      return database.sessions.get(id);
    };
    this.#owned.write(chargePointId, save, (outcome) => {
      if (outcome.kind === 'done' && outcome.value) this.#owned.renewSession(outcome.value);
    });
  }
}
