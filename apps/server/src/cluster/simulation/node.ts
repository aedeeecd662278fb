import { isStarting } from '#modules/sessions/session-state.ts';
import { startDueAt, stopDueAt } from '#modules/sessions/supervision/due-times.ts';
import { requesterAction, ownerAction } from '../protocol/requests.ts';
import { Owner } from './owner.ts';
import type { BusRequest, SimulationRun, FromChargePoint, SimulatedLink, SimulatedRequest } from './parts.ts';
import { RULES } from './rules.ts';
import type { CommandRow, SessionRow, SimulatedDatabase } from './simulated-database.ts';

/** A node: runs the functions of the protocol and performs their effects. */
export class SimulatedNode extends Owner {
  #calls = new Map<number, (isAccepted: boolean | undefined) => void>();
  #ids = 0;

  constructor(simulation: SimulationRun, name: string) {
    super(simulation, name);
    this.begin();
  }

  override begin(): void {
    super.begin();
    this.every(RULES.superviseMs, () => this.#supervise());
    this.every(RULES.recoverMs, () => this.#recover());
  }

  override kill(): void {
    for (const { sockets } of this.places.values()) for (const socket of sockets.values()) socket.closeAtNode();
    this.places.clear();
    this.#calls.clear();
    super.kill();
  }

  /** Ends in order, which releases its lease at once. */
  drain(): void {
    const { id } = this;
    this.letGo();
    this.simulation.transact(
      this,
      (database) => database.end(id),
      () => undefined,
    );
    this.kill();
  }

  hears(socket: SimulatedLink, frame: FromChargePoint): void {
    socket.heardAtMs = this.simulation.scheduler.nowMs;
    if (frame.kind === 'answer') {
      this.#calls.get(frame.id)?.(frame.isAccepted);
      return void this.#calls.delete(frame.id);
    }
    const place = this.place(socket.chargePoint.id);
    if (place.ownership.link !== socket.link) return;
    if (frame.report.kind === 'heartbeat') {
      if (place.ownership.epoch !== undefined)
        this.#say(socket, () => socket.toChargePoint({ kind: 'answer', id: frame.id }));
      return;
    }
    place.inbox.push(frame);
    this.handleNext(socket);
  }

  // What drivers and staff ask for, at whatever node

  startFor(driver: number, id: string, chargePoint: string): void {
    const opens = (database: SimulatedDatabase): boolean =>
      database.links.has(chargePoint) && database.open(id, driver, chargePoint, this.now);
    this.ask(opens, (outcome) => {
      if (outcome.kind === 'done' && outcome.value) this.#request({ kind: 'start', id, chargePoint });
    });
  }

  unlockFor(id: string, chargePoint: string): void {
    const deadlineMs = this.now.getTime() + RULES.commandWithinMs;
    const row: CommandRow = { id, chargePoint, state: 'asked', deadlineMs, sentAtMs: 0, epoch: 0 };
    this.ask(
      (database) => database.commands.set(id, row),
      (outcome) => outcome.kind === 'done' && this.#request({ kind: 'unlock', id, chargePoint }),
    );
  }

  /** If nobody answers, nothing was requested, and the driver is told. */
  stopFor(id: string, chargePoint: string): void {
    this.simulation.bus.request(this, { kind: 'stop', id, chargePoint }, () => undefined);
  }

  #request(request: BusRequest): void {
    const { id, kind } = request;
    this.simulation.bus.request(this, request, (outcome) => {
      if (outcome === 'lost' && this.simulation.bug === 'blind re-send' && !request.isAgain)
        return this.#request({ ...request, isAgain: true });
      this.ask(
        (database) => {
          const row = kind === 'start' ? database.sessions.get(id) : database.commands.get(id);
          const isUnsent = row?.state === 'held' || row?.state === 'asked';
          if (requesterAction(outcome, { isUnsent, isPatient: kind !== 'start' }) === 'leave') return;
          const reason = outcome === 'lost' ? 'start_interrupted' : 'charger_offline';
          database.hold(id, { kind: 'failed', reason }, this.now);
        },
        () => undefined,
      );
    });
  }

  asked(request: BusRequest, answer: (how: 'done' | 'declined') => void): void {
    const { kind, id, chargePoint } = request;
    if (kind === 'stop') return this.#stopAsked(request, answer);
    const me = { isOwner: this.owns(chargePoint), hasLink: this.linkOf(chargePoint) !== undefined };
    const marks = (database: SimulatedDatabase, epoch: number): 'send' | 'tell' | 'decline' => {
      const row = database.sessions.get(id) ?? database.commands.get(id);
      const isUnsent = row?.state === 'held' || row?.state === 'asked';
      const isOverdue = (database.commands.get(id)?.deadlineMs ?? Number.POSITIVE_INFINITY) <= this.now.getTime();
      const todo = request.isAgain && me.hasLink ? 'send' : ownerAction({ isUnsent, isOverdue }, me);
      if (todo !== 'send') return todo;
      if (kind === 'start') database.hold(id, { kind: 'asked' }, this.now);
      else database.changeCommand(id, 'asked', { state: 'sent', epoch, sentAtMs: this.now.getTime() });
      return 'send';
    };
    this.write(chargePoint, marks, (outcome) => {
      if (outcome.kind !== 'done') return answer('declined');
      if (outcome.value !== 'send') return answer(outcome.value === 'tell' ? 'done' : 'declined');
      if (kind === 'start') this.load(chargePoint);
      this.#call(chargePoint, kind === 'start' ? { kind, bookingId: id } : { kind: 'unlock', id }, (isAccepted) => {
        this.#keepAnswer(request, isAccepted);
        answer('done');
      });
    });
  }

  #stopAsked({ id, chargePoint }: BusRequest, answer: (how: 'done' | 'declined') => void): void {
    this.write(
      chargePoint,
      (database) => database.askStop(id, this.now),
      (outcome) => {
        answer(outcome.kind === 'done' ? 'done' : 'declined');
        if (outcome.kind !== 'done' || !outcome.value) return;
        this.remember(outcome.value);
        this.#askToStop(chargePoint, outcome.value);
      },
    );
  }

  #keepAnswer({ kind, id, chargePoint }: BusRequest, isAccepted: boolean | undefined): void {
    const keeps = (database: SimulatedDatabase): SessionRow | undefined => {
      if (kind === 'unlock')
        database.changeCommand(id, 'sent', { state: isAccepted === undefined ? 'timed_out' : 'done' });
      else if (isAccepted) database.hold(id, { kind: 'accepted' }, this.now);
      else {
        const reason = isAccepted === undefined ? 'charger_silent' : 'charger_rejected';
        database.hold(id, { kind: 'failed', reason }, this.now);
      }
      return database.sessions.get(id);
    };
    this.write(chargePoint, keeps, (outcome) => {
      if (outcome.kind === 'done' && outcome.value) this.remember(outcome.value);
    });
  }

  // Messages

  protected handleNext(socket: SimulatedLink): void {
    const chargePoint = socket.chargePoint.id;
    const place = this.place(chargePoint);
    if (place.ownership.link !== socket.link || place.ownership.epoch === undefined || place.isHandling) return;
    const frame = place.inbox.shift();
    if (frame?.kind !== 'call') return;
    place.isHandling = true;
    const { report } = frame;
    const keeps = (database: SimulatedDatabase): { transactionId?: number; isAccepted?: boolean } => {
      if (report.kind === 'started') return database.begin(report.bookingId, chargePoint, report);
      if (report.kind === 'metered') database.meter(report.transactionId, report.meterWh);
      if (report.kind === 'stopped')
        database.settle(database.ofTransaction(report.transactionId), report.meterWh, report.at);
      return {};
    };
    this.write(chargePoint, keeps, (outcome) => {
      place.isHandling = false;
      if (outcome.kind === 'done') {
        this.#say(socket, () => socket.toChargePoint({ kind: 'answer', id: frame.id, ...outcome.value }));
        if (report.kind === 'started' || report.kind === 'stopped') this.load(chargePoint);
      }
      this.handleNext(socket);
    });
  }

  #call(chargePoint: string, request: SimulatedRequest, took: (isAccepted: boolean | undefined) => void): void {
    const socket = this.linkOf(chargePoint);
    if (!socket) return took(undefined);
    const id = (this.#ids += 1);
    this.#calls.set(id, took);
    this.#say(socket, () => socket.toChargePoint({ kind: 'call', id, request }));
    this.after(RULES.callMs, () => {
      if (this.#calls.delete(id)) took(undefined);
    });
  }

  #say(socket: SimulatedLink, say: () => void): void {
    if (!this.mayAct()) return;
    this.simulation.invariants.says(this, socket.chargePoint.id);
    say();
  }

  #askToStop(chargePoint: string, { bookingId, transactionId, state }: SessionRow): void {
    const { stopAskedAtMs } = this.place(chargePoint);
    const { nowMs } = this.simulation.scheduler;
    const isRecent = nowMs - (stopAskedAtMs.get(bookingId) ?? Number.NEGATIVE_INFINITY) < RULES.askStopAgainMs;
    if (state !== 'stopping' || transactionId === null || isRecent || !this.linkOf(chargePoint)) return;
    stopAskedAtMs.set(bookingId, nowMs);
    this.#call(chargePoint, { kind: 'stop', transactionId }, () => undefined);
  }

  // Rounds

  #supervise(): void {
    for (const [chargePoint, place] of this.places) {
      for (const socket of place.sockets.values())
        if (this.simulation.scheduler.nowMs - socket.heardAtMs > 45_000) this.linkEnded(socket);
      if (place.ownership.epoch === undefined) continue;
      this.noteLink(chargePoint);
      for (const row of place.live.values()) this.#check(chargePoint, row);
    }
  }

  #check(chargePoint: string, row: SessionRow): void {
    const nowMs = this.now.getTime();
    const { bookingId } = row;
    if (isStarting(row.state)) {
      if (nowMs < startDueAt(row, RULES)) return;
      const input = { kind: 'checked', nowMs, rules: RULES } as const;
      this.write(
        chargePoint,
        (database) => database.hold(bookingId, input, this.now),
        () => this.load(chargePoint),
      );
      return;
    }
    const isSilent = row.linkLostAt !== null && nowMs - row.linkLostAt.getTime() > RULES.linkDownMs;
    if ((row.state === 'stopping' && nowMs >= stopDueAt(row, RULES)) || isSilent) {
      this.write(
        chargePoint,
        (database) => database.settle(database.sessions.get(bookingId), undefined, this.now),
        () => this.load(chargePoint),
      );
    } else this.#askToStop(chargePoint, row);
  }

  #recover(): void {
    const known = new Set([...this.places.keys()].filter((chargePoint) => this.owns(chargePoint)));
    const adopts = (database: SimulatedDatabase): { chargePoint: string; epoch: number }[] => {
      database.endCommands(this.now.getTime());
      return database.adopt(this.id, known);
    };
    this.ask(adopts, (outcome) => {
      if (outcome.kind !== 'done') return;
      for (const { chargePoint, epoch } of outcome.value) this.own(chargePoint, { kind: 'adopted', epoch });
    });
    for (const chargePoint of known) this.load(chargePoint);
  }
}
