import { isSessionOver, isStarting } from '#modules/sessions/session-state.ts';
import type { Ownership } from '../protocol/ownership-step.ts';
import type { ChargePointPart, SimulationRun, NodePart } from './parts.ts';
import { RULES } from './rules.ts';
import { START_WH, type LinkRow, type SimulatedDatabase, type Watch } from './simulated-database.ts';

/** Checks every invariant on everything that is written, sent and billed. */
export class Invariants implements Watch {
  /** The first violation. */
  violation: string | undefined;
  readonly #owners = new Map<string, string>();
  readonly #moved = new Set<number>();

  readonly simulation: SimulationRun;

  constructor(simulation: SimulationRun) {
    this.simulation = simulation;
  }

  /** Checks that each epoch of a charge point has one writer. */
  wrote(chargePoint: string, by: { node: string; epoch: number }, current: LinkRow): void {
    if (current.node === by.node && current.epoch === by.epoch) return;
    this.#broken(
      `two writers: ${by.node} writes for ${chargePoint} by epoch ${by.epoch}, ${current.node} has ${current.epoch}`,
    );
  }

  moved(driver: number): void {
    this.#moved.add(driver);
  }

  owned(node: NodePart, chargePoint: string, { epoch }: Ownership): void {
    if (epoch === undefined) return;
    const key = `${chargePoint} ${epoch}`;
    const other = this.#owners.get(key) ?? node.id;
    this.#owners.set(key, other);
    if (other !== node.id) this.#broken(`two owners: ${node.id} and ${other} have ${chargePoint} by epoch ${epoch}`);
  }

  says(node: NodePart, chargePoint: string): void {
    const ageMs = this.simulation.scheduler.nowMs - node.grantedAtMs;
    if (ageMs > RULES.leaseMs) this.#broken(`without a lease: ${node.id} speaks to ${chargePoint} after ${ageMs} ms`);
  }

  /** Checks that a request is sent only once. */
  asks(chargePoint: ChargePointPart, name: string): void {
    if ((chargePoint.asked.get(name) ?? 0) > 1) this.#broken(`sent twice: ${name} to ${chargePoint.id}`);
  }

  begins(chargePoint: ChargePointPart, bookingId: string): void {
    const begun = chargePoint.deliveries.filter((delivery) => delivery.bookingId === bookingId);
    if (begun.length > 1) this.#broken(`two transactions: ${bookingId} began again`);
  }

  /** After each transaction: every open session has its hold, and nothing is lost. */
  committed(database: SimulatedDatabase): void {
    for (const driver of this.#moved) {
      const { freeWh = START_WH, heldWh = 0 } = database.wallets.get(driver) ?? {};
      const sessions = [...database.sessions.values()].filter((row) => row.driver === driver);
      const openCount = sessions.filter(({ state }) => !isSessionOver(state)).length;
      const billedWh = sessions.reduce((sum, row) => sum + row.billedWh, 0);
      if (openCount > 1) this.#broken(`two charges of driver ${driver} at once`);
      if (heldWh !== openCount * RULES.holdWh)
        this.#broken(`held: driver ${driver} has ${heldWh} for ${openCount} open`);
      if (freeWh + heldWh + billedWh !== START_WH)
        this.#broken(`money: driver ${driver} has ${freeWh}, billed ${billedWh}`);
    }
    this.#moved.clear();
  }

  /** Once all faults are over and charge points are back: every requested stop has happened. */
  afterStops(): void {
    for (const row of this.simulation.database.sessions.values())
      if (!isSessionOver(row.state) && row.stopRequestedAt && !this.#isAway(row.chargePoint))
        this.#broken(`stop lost: ${row.bookingId} goes on`);
  }

  /** Every hold has ended, even if its charge point has not come back. */
  afterHolds(): void {
    for (const { state, bookingId } of this.simulation.database.sessions.values())
      if (isStarting(state)) this.#broken(`hold without an end: ${bookingId} is ${state}`);
    for (const { state, id } of this.simulation.database.commands.values())
      if (state === 'asked' || state === 'sent') this.#broken(`command without an end: ${id} is ${state}`);
  }

  /** All sessions have ended, and the invoices equal the meters. */
  atEnd(): void {
    const { database, chargePoints } = this.simulation;
    const accepted = new Set<string>();
    for (const { deliveries } of chargePoints)
      for (const { bookingId, meterStartWh, meterStopWh = Number.NaN, isAccepted } of deliveries) {
        const row = database.sessions.get(bookingId);
        const meteredWh = meterStopWh - meterStartWh;
        if (isAccepted === undefined) this.#broken(`unheard: ${bookingId} was never acknowledged`);
        if (!isAccepted) continue;
        accepted.add(bookingId);
        if (row?.state !== 'completed' || row.isProvisional) this.#broken(`no end: ${bookingId} is ${row?.state}`);
        if (row?.billedWh !== meteredWh) this.#broken(`invoice: ${bookingId} ${row?.billedWh}, meter ${meteredWh}`);
      }
    for (const { bookingId, state, billedWh } of database.sessions.values()) {
      const invoicedWh = (database.invoices.get(bookingId) ?? []).reduce((sum, wh) => sum + wh, 0);
      if (!isSessionOver(state)) this.#broken(`open: ${bookingId} is ${state}`);
      if (invoicedWh !== billedWh) this.#broken(`invoices: ${bookingId} ${invoicedWh}, billed ${billedWh}`);
      if (state === 'completed' && !accepted.has(bookingId)) this.#broken(`billed without a meter: ${bookingId}`);
    }
  }

  #isAway(id: string): boolean {
    const { chargePoints, scheduler } = this.simulation;
    return chargePoints.some((one) => one.id === id && one.deadUntilMs > 0 && one.deadUntilMs > scheduler.nowMs);
  }

  #broken(what: string): void {
    this.violation ??= `after ${(this.simulation.scheduler.nowMs / 1000).toFixed(3)} s: ${what}`;
  }
}
