import { SECOND_MS } from '#kernel/durations.ts';
import { SimulatedChargePoint } from './charge-point.ts';
import { injectFault, clearFaults } from './faults.ts';
import { Invariants } from './invariants.ts';
import { SimulatedNode } from './node.ts';
import type { ChargePointPart, SimulationRun, SimulatedLink, Transaction, WriteOutcome, OnOutcome } from './parts.ts';
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
  hasFaults = true;
  isDatabaseDown = false;
  databaseOffsetMs = 0;
  #linkCount = 0;
  #requestCount = 0;

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
    for (const driver of DRIVERS) this.#requestSoon(driver);
    this.#faultSoon();
    scheduler.after(FAULTS_MS, () => clearFaults(this));
    scheduler.after(STOPPED_BY_MS, () => invariants.afterStops());
    scheduler.after(ENDED_BY_MS, () => invariants.afterHolds());
    scheduler.runUntil(END_MS, () => invariants.violation !== undefined);
    if (invariants.violation === undefined) invariants.atEnd();
    return invariants.violation;
  }

  log(line: () => string): void {
    this.trace?.push(`${(this.scheduler.nowMs / 1000).toFixed(3)} ${line()}`);
  }

  /** The balancer connects a charge point to a node that lives. A paused one seems to live for a while. */
  openLink(chargePoint: ChargePointPart): SimulatedLink | undefined {
    const alive = this.nodes.filter(({ process }) => process.isAlive);
    if (alive.length === 0) return undefined;
    const node = this.random.pick(alive);
    const socket = new Socket(this, chargePoint, node, (this.#linkCount += 1));
    const { incarnation } = node.process;
    this.scheduler.after(this.random.between(1, 5), () => node.process.run(incarnation, () => node.linkOpened(socket)));
    return socket;
  }

  /** Runs one transaction, which succeeds or not. Sometimes nobody learns which. */
  transact<T>(process: { isCutFromDatabase: boolean }, transaction: Transaction<T>, onOutcome: OnOutcome<T>): void {
    const { scheduler, random } = this;
    const slow = random.chance(0.02) ? random.between(100, 4_000) : 0;
    const isAway = (): boolean => this.isDatabaseDown || process.isCutFromDatabase;
    const unknown = (): void => scheduler.after(2 * SECOND_MS, () => onOutcome({ kind: 'unknown' }));
    scheduler.after(random.between(1, 30) + slow, () => {
      if (isAway()) return unknown();
      const outcome = this.#commit(transaction);
      scheduler.after(random.between(1, 30), () => (isAway() || random.chance(0.01) ? unknown() : onOutcome(outcome)));
    });
  }

  #commit<T>(transaction: Transaction<T>): WriteOutcome<T> {
    try {
      const value = transaction(this.database);
      this.invariants.committed(this.database);
      return { kind: 'done', value };
    } catch (error) {
      if (error instanceof Fenced) return { kind: 'fenced', epoch: error.epoch };
      throw error;
    }
  }

  #requestSoon(driverId: number): void {
    const { random, scheduler } = this;
    scheduler.after(random.between(2_000, 25_000), () => {
      if (scheduler.nowMs > FAULTS_MS) return;
      const node = random.pick(this.nodes);
      const chargePointId = random.pick(this.chargePoints).id;
      const own = [...this.database.sessions.values()].find((row) => row.driverId === driverId && row.endedAt === null);
      const id = `B${(this.#requestCount += 1)}`;
      node.process.run(node.process.incarnation, () => {
        if (random.chance(0.15)) node.requests.unlock(`C${id}`, chargePointId);
        else if (own) node.requests.stop(own.bookingId, own.chargePointId);
        else node.requests.start(driverId, id, chargePointId);
      });
      this.#requestSoon(driverId);
    });
  }

  #faultSoon(): void {
    this.scheduler.after(this.random.between(500, 12_000), () => {
      if (this.scheduler.nowMs > FAULTS_MS) return;
      injectFault(this, FAULTS_MS);
      this.#faultSoon();
    });
  }
}
