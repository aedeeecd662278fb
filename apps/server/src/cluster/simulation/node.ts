import { SECOND_MS } from '#kernel/durations.ts';
import { isStarting } from '#modules/sessions/session-state.ts';
import { startDueAtMs, stopDueAtMs } from '#modules/sessions/supervision/due-times.ts';
import { NodeCalls } from './node-calls.ts';
import { NodeRequests } from './node-requests.ts';
import { OwnedChargePoints } from './owned-charge-points.ts';
import type { AnswerRequest, BusRequest, FromChargePoint, NodePart, SimulatedLink, SimulationRun } from './parts.ts';
import { SimulatedProcess } from './process.ts';
import { RULES } from './rules.ts';
import type { SessionRow, SimulatedDatabase } from './simulated-database.ts';

/** A link on which nothing was heard for this long is closed. */
const MAX_SILENCE_MS = 45 * SECOND_MS;

/**
 * A node: a process with a lease, the charge points that it owns, and what it does for their sessions. It runs the
 * functions of the protocol and performs their effects.
 */
export class SimulatedNode implements NodePart {
  readonly process: SimulatedProcess;
  readonly requests: NodeRequests;
  readonly #owned: OwnedChargePoints;
  readonly #calls: NodeCalls;

  readonly #simulation: SimulationRun;

  constructor(simulation: SimulationRun, name: string) {
    this.#simulation = simulation;
    this.process = new SimulatedProcess(simulation, name, () => this.#owned.letAllGo());
    this.#owned = new OwnedChargePoints(this, (link) => this.#handleNext(link));
    this.#calls = new NodeCalls(this.process, this.#owned);
    this.requests = new NodeRequests(this, this.#owned, this.#calls);
    this.start();
  }

  start(): void {
    this.process.start();
    this.process.every(RULES.superviseMs, () => this.#supervise());
    this.process.every(RULES.recoverMs, () => this.#recover());
  }

  kill(): void {
    this.#owned.forgetAll();
    this.#calls.forgetAll();
    this.process.kill();
  }

  /** Ends in order, which releases its lease at once. */
  drain(): void {
    const { id } = this.process;
    this.#owned.letAllGo();
    this.#simulation.transact(
      this.process,
      (database) => database.endLease(id),
      () => undefined,
    );
    this.kill();
  }

  // Links and messages

  owns(chargePointId: string): boolean {
    return this.#owned.owns(chargePointId);
  }

  linkOpened(link: SimulatedLink): void {
    if (!this.process.checkLease()) return link.closeAtNode();
    const { id } = link.chargePoint;
    this.#owned.of(id).links.set(link.number, link);
    this.#owned.applyInput(id, { kind: 'linked', link: link.number });
  }

  linkEnded(link: SimulatedLink): void {
    const { id } = link.chargePoint;
    const owned = this.#owned.of(id);
    link.closeAtNode();
    owned.links.delete(link.number);
    this.#owned.applyInput(id, { kind: 'unlinked', link: link.number });
    this.#owned.saveLinkState(id);
  }

  noteTaken(chargePointId: string, epoch: number): void {
    if (this.#owned.all.has(chargePointId)) this.#owned.applyInput(chargePointId, { kind: 'outdated', epoch });
  }

  handleRequest(request: BusRequest, answer: AnswerRequest): void {
    this.requests.handle(request, answer);
  }

  receive(link: SimulatedLink, frame: FromChargePoint): void {
    link.heardAtMs = this.#simulation.scheduler.nowMs;
    if (frame.kind === 'answer') return this.#calls.noteAnswer(frame.id, frame.isAccepted);
    const { ownership, inbox } = this.#owned.of(link.chargePoint.id);
    if (ownership.link !== link.number) return;
    if (frame.report.kind === 'heartbeat') {
      if (ownership.epoch !== undefined) this.#calls.send(link, { kind: 'answer', id: frame.id });
      return;
    }
    inbox.push(frame);
    this.#handleNext(link);
  }

  #handleNext(link: SimulatedLink): void {
    const chargePointId = link.chargePoint.id;
    const owned = this.#owned.of(chargePointId);
    if (owned.ownership.link !== link.number || owned.ownership.epoch === undefined || owned.isHandling) return;
    const frame = owned.inbox.shift();
    if (frame?.kind !== 'call') return;
    owned.isHandling = true;
    const { report } = frame;
    const saveReport = (database: SimulatedDatabase): { transactionId?: number; isAccepted?: boolean } => {
      if (report.kind === 'started') return database.startTransaction(report.bookingId, chargePointId, report);
      if (report.kind === 'metered') database.saveReading(report.transactionId, report.meterWh);
      if (report.kind === 'stopped')
        database.settle(database.findByTransaction(report.transactionId), report.meterWh, report.at);
      return {};
    };
    this.#owned.write(chargePointId, saveReport, (outcome) => {
      owned.isHandling = false;
      if (outcome.kind === 'done') {
        this.#calls.send(link, { kind: 'answer', id: frame.id, ...outcome.value });
        if (report.kind === 'started' || report.kind === 'stopped') this.#owned.loadSessions(chargePointId);
      }
      this.#handleNext(link);
    });
  }

  // Supervision

  #supervise(): void {
    for (const [chargePointId, owned] of this.#owned.all) {
      for (const link of owned.links.values())
        if (this.#simulation.scheduler.nowMs - link.heardAtMs > MAX_SILENCE_MS) this.linkEnded(link);
      if (owned.ownership.epoch === undefined) continue;
      this.#owned.saveLinkState(chargePointId);
      for (const row of owned.liveSessions.values()) this.#check(chargePointId, row);
    }
  }

  #check(chargePointId: string, row: SessionRow): void {
    const nowMs = this.process.now.getTime();
    const { bookingId } = row;
    const reload = (): void => this.#owned.loadSessions(chargePointId);
    if (isStarting(row.state)) {
      if (nowMs < startDueAtMs(row, RULES)) return;
      const input = { kind: 'checked', nowMs, rules: RULES } as const;
      this.#owned.write(chargePointId, (database) => database.changeStart(bookingId, input, this.process.now), reload);
      return;
    }
    const isSilent = row.linkLostAt !== null && nowMs - row.linkLostAt.getTime() > RULES.noSampleMs;
    if ((row.state === 'stopping' && nowMs >= stopDueAtMs(row, RULES)) || isSilent) {
      this.#owned.write(
        chargePointId,
        (database) => database.settle(database.sessions.get(bookingId), undefined, this.process.now),
        reload,
      );
    } else this.#calls.askToStop(chargePointId, row);
  }

  #recover(): void {
    const known = new Set([...this.#owned.all.keys()].filter((chargePointId) => this.owns(chargePointId)));
    const claim = (database: SimulatedDatabase): { chargePointId: string; epoch: number }[] => {
      database.endCommands(this.process.now.getTime());
      return database.claimChargePoints(this.process.id, known);
    };
    this.process.transact(claim, (outcome) => {
      if (outcome.kind !== 'done') return;
      for (const { chargePointId, epoch } of outcome.value)
        this.#owned.applyInput(chargePointId, { kind: 'adopted', epoch });
    });
    for (const chargePointId of known) this.#owned.loadSessions(chargePointId);
  }
}
