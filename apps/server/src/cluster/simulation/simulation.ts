import { SECOND_MS } from '#kernel/durations.ts';
import { SimulatedChargePoint } from './charge-point.ts';
import { injectFault, clearFaults } from './faults.ts';
import { Invariants } from './invariants.ts';
import { SimulatedNode } from './node.ts';
import type { ChargePointPart, SimulationRun, SimulatedLink, WriteOutcome, OutcomeHandler } from './parts.ts';
import type { Bug } from './rules.ts';
import { Random, Scheduler } from './scheduler.ts';
import { SimulatedBus } from './simulated-bus.ts';
import { Fenced, SimulatedDatabase } from './simulated-database.ts';
import { Socket } from './socket.ts';

const FAULTS_MS = 240 * SECOND_MS;
const STOPPED_BY_MS = FAULTS_MS + 100 * SECOND_MS;
const ENDED_BY_MS = FAULTS_MS + 230 * SECOND_MS;
const END_MS = FAULTS_MS + 330 * SECOND_MS;
const DRIVERS = [1, 2, 3, 4, 5];

/** Nodes, charge points, database, bus and drivers under one scheduler. The same seed gives the same run. */
export class Simulation implements SimulationRun {
  readonly scheduler = new Scheduler();
  readonly random: Random;
  readonly invariants = new Invariants(this);
  readonly bus = new SimulatedBus(this);
  readonly database: SimulatedDatabase;
  readonly nodes: SimulatedNode[];
  readonly chargePoints: SimulatedChargePoint[];
  readonly trace: string[] | undefined;
  /** True until all faults are over. */
  isBroken = true;
  isDatabaseDown = false;
  databaseOffsetMs = 0;
  #links = 0;
  #bookings = 0;

  readonly bug: Bug | undefined;

  constructor(seed: number, bug?: Bug, isTraced = false) {
    this.bug = bug;
    this.random = new Random(seed);
    this.trace = isTraced ? [] : undefined;
    this.database = new SimulatedDatabase(bug, this.invariants, () => this.scheduler.nowMs + this.databaseOffsetMs);
    this.nodes = ['A', 'B', 'C'].map((name) => new SimulatedNode(this, name));
    this.chargePoints = ['P1', 'P2', 'P3', 'P4'].map((id) => new SimulatedChargePoint(this, id));
  }

  /** Returns the first violation, if any. */
  run(): string | undefined {
    const { invariants, scheduler } = this;
    for (const driver of DRIVERS) this.#driverActs(driver);
    this.#faultComes();
    scheduler.after(FAULTS_MS, () => clearFaults(this));
    scheduler.after(STOPPED_BY_MS, () => invariants.afterStops());
    scheduler.after(ENDED_BY_MS, () => invariants.afterHolds());
    scheduler.runUntil(END_MS, () => invariants.violation !== undefined);
    if (invariants.violation === undefined) invariants.atEnd();
    return invariants.violation;
  }

  say(what: () => string): void {
    this.trace?.push(`${(this.scheduler.nowMs / 1000).toFixed(3)} ${what()}`);
  }

  /** The balancer connects a charge point to a node that lives. A paused one seems to live for a while. */
  dial(chargePoint: ChargePointPart): SimulatedLink | undefined {
    const alive = this.nodes.filter(({ isAlive }) => isAlive);
    if (alive.length === 0) return undefined;
    const node = this.random.pick(alive);
    const socket = new Socket(this, chargePoint, node, (this.#links += 1));
    const { incarnation } = node;
    this.scheduler.after(this.random.between(1, 5), () => node.run(incarnation, () => node.dialled(socket)));
    return socket;
  }

  /** Runs one transaction, which succeeds or not. Sometimes nobody learns which. */
  transact<T>(
    node: { isCutFromDatabase: boolean },
    what: (database: SimulatedDatabase) => T,
    took: OutcomeHandler<T>,
  ): void {
    const { scheduler, random } = this;
    const slow = random.chance(0.02) ? random.between(100, 4_000) : 0;
    const isAway = (): boolean => this.isDatabaseDown || node.isCutFromDatabase;
    const unknown = (): void => scheduler.after(2 * SECOND_MS, () => took({ kind: 'unknown' }));
    scheduler.after(random.between(1, 30) + slow, () => {
      if (isAway()) return unknown();
      const outcome = this.#commit(what);
      scheduler.after(random.between(1, 30), () => (isAway() || random.chance(0.01) ? unknown() : took(outcome)));
    });
  }

  #commit<T>(what: (database: SimulatedDatabase) => T): WriteOutcome<T> {
    try {
      const value = what(this.database);
      this.invariants.committed(this.database);
      return { kind: 'done', value };
    } catch (error) {
      if (error instanceof Fenced) return { kind: 'fenced', epoch: error.epoch };
      throw error;
    }
  }

  #driverActs(driver: number): void {
    const { random, scheduler } = this;
    scheduler.after(random.between(2_000, 25_000), () => {
      if (scheduler.nowMs > FAULTS_MS) return;
      const node = random.pick(this.nodes);
      const chargePoint = random.pick(this.chargePoints).id;
      const own = [...this.database.sessions.values()].find((row) => row.driver === driver && row.endedAt === null);
      const id = `B${(this.#bookings += 1)}`;
      node.run(node.incarnation, () => {
        if (random.chance(0.15)) node.unlockFor(`C${id}`, chargePoint);
        else if (own) node.stopFor(own.bookingId, own.chargePoint);
        else node.startFor(driver, id, chargePoint);
      });
      this.#driverActs(driver);
    });
  }

  #faultComes(): void {
    this.scheduler.after(this.random.between(500, 12_000), () => {
      if (this.scheduler.nowMs > FAULTS_MS) return;
      injectFault(this, FAULTS_MS);
      this.#faultComes();
    });
  }
}
