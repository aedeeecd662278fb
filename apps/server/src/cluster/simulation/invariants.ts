import { isSessionOver, isStarting } from '#modules/sessions/session-state.ts';
import type { Ownership } from '../protocol/ownership-step.ts';
import type { ChargePointPart, ProcessPart, SimulationRun } from './parts.ts';
import { RULES } from './rules.ts';
import { START_WH, type LinkRow, type SimulatedDatabase, type WriteListener } from './simulated-database.ts';

/** Checks every invariant on everything that is written, sent and billed. */
export class Invariants implements WriteListener {
  /** The first violation. */
  violation: string | undefined;
  readonly #owners = new Map<string, string>();
  readonly #moved = new Set<number>();

  readonly simulation: SimulationRun;

  constructor(simulation: SimulationRun) {
    this.simulation = simulation;
  }

  /** Checks that each epoch of a charge point has one writer. */
  noteWritten(chargePointId: string, by: LinkRow, current: LinkRow): void {
    if (current.nodeId === by.nodeId && current.epoch === by.epoch) return;
    this.#noteViolation(
      `two writers: ${by.nodeId} writes for ${chargePointId} by epoch ${by.epoch}, ${current.nodeId} has ${current.epoch}`,
    );
  }

  noteMoneyMoved(driverId: number): void {
    this.#moved.add(driverId);
  }

  /** Checks that each epoch of a charge point has one owner. */
  noteOwned({ id }: ProcessPart, chargePointId: string, { epoch }: Ownership): void {
    if (epoch === undefined) return;
    const key = `${chargePointId} ${epoch}`;
    const other = this.#owners.get(key) ?? id;
    this.#owners.set(key, other);
    if (other !== id) this.#noteViolation(`two owners: ${id} and ${other} have ${chargePointId} by epoch ${epoch}`);
  }

  /** Checks that a node sends only while it has a lease. */
  noteSent({ id, grantedAtMs }: ProcessPart, chargePointId: string): void {
    const ageMs = this.simulation.scheduler.nowMs - grantedAtMs;
    if (ageMs > RULES.leaseMs)
      this.#noteViolation(`without a lease: ${id} speaks to ${chargePointId} after ${ageMs} ms`);
  }

  /** Checks that a call is sent only once. */
  noteCalled(chargePoint: ChargePointPart, name: string): void {
    if ((chargePoint.callCounts.get(name) ?? 0) > 1) this.#noteViolation(`sent twice: ${name} to ${chargePoint.id}`);
  }

  /** Checks that a session has one transaction. */
  noteStarted(chargePoint: ChargePointPart, bookingId: string): void {
    const started = chargePoint.deliveries.filter((delivery) => delivery.bookingId === bookingId);
    if (started.length > 1) this.#noteViolation(`two transactions: ${bookingId} began again`);
  }

  /** After each transaction: every open session has its hold, and nothing is lost. */
  committed(database: SimulatedDatabase): void {
    for (const driverId of this.#moved) {
      const { freeWh = START_WH, heldWh = 0 } = database.wallets.get(driverId) ?? {};
      const sessions = [...database.sessions.values()].filter((row) => row.driverId === driverId);
      const openCount = sessions.filter(({ state }) => !isSessionOver(state)).length;
      const billedWh = sessions.reduce((sum, row) => sum + row.billedWh, 0);
      if (openCount > 1) this.#noteViolation(`two charges of driver ${driverId} at once`);
      if (heldWh !== openCount * RULES.holdWh)
        this.#noteViolation(`held: driver ${driverId} has ${heldWh} for ${openCount} open`);
      if (freeWh + heldWh + billedWh !== START_WH)
        this.#noteViolation(`money: driver ${driverId} has ${freeWh}, billed ${billedWh}`);
    }
    this.#moved.clear();
  }

  /** Once all faults are over and charge points are back: every requested stop has happened. */
  afterStops(): void {
    for (const row of this.simulation.database.sessions.values())
      if (!isSessionOver(row.state) && row.stopRequestedAt && !this.#isAway(row.chargePointId))
        this.#noteViolation(`stop lost: ${row.bookingId} goes on`);
  }

  /** Every hold has ended, even if its charge point has not come back. */
  afterHolds(): void {
    for (const { state, bookingId } of this.simulation.database.sessions.values())
      if (isStarting(state)) this.#noteViolation(`hold without an end: ${bookingId} is ${state}`);
    for (const { state, id } of this.simulation.database.commands.values())
      if (state === 'asked' || state === 'sent') this.#noteViolation(`command without an end: ${id} is ${state}`);
  }

  /** All sessions have ended, and the invoices equal the meters. */
  atEnd(): void {
    const { database, chargePoints } = this.simulation;
    const accepted = new Set<string>();
    for (const { deliveries } of chargePoints)
      for (const { bookingId, meterStartWh, meterStopWh = Number.NaN, isAccepted } of deliveries) {
        const row = database.sessions.get(bookingId);
        const meteredWh = meterStopWh - meterStartWh;
        if (isAccepted === undefined) this.#noteViolation(`unheard: ${bookingId} was never acknowledged`);
        if (!isAccepted) continue;
        accepted.add(bookingId);
        if (row?.state !== 'completed' || row.isProvisional)
          this.#noteViolation(`no end: ${bookingId} is ${row?.state}`);
        if (row?.billedWh !== meteredWh)
          this.#noteViolation(`invoice: ${bookingId} ${row?.billedWh}, meter ${meteredWh}`);
      }
    for (const { bookingId, state, billedWh } of database.sessions.values()) {
      const invoicedWh = (database.invoices.get(bookingId) ?? []).reduce((sum, wh) => sum + wh, 0);
      if (!isSessionOver(state)) this.#noteViolation(`open: ${bookingId} is ${state}`);
      if (invoicedWh !== billedWh) this.#noteViolation(`invoices: ${bookingId} ${invoicedWh}, billed ${billedWh}`);
      if (state === 'completed' && !accepted.has(bookingId))
        this.#noteViolation(`billed without a meter: ${bookingId}`);
    }
  }

  #isAway(id: string): boolean {
    const { chargePoints, scheduler } = this.simulation;
    return chargePoints.some((one) => one.id === id && one.deadUntilMs > 0 && one.deadUntilMs > scheduler.nowMs);
  }

  #noteViolation(text: string): void {
    this.violation ??= `after ${(this.simulation.scheduler.nowMs / 1000).toFixed(3)} s: ${text}`;
  }
}
