import { nextLeaseStep, NO_LEASE, type LeaseInput, type LeaseState } from '../protocol/lease.ts';
import type { OnOutcome, ProcessPart, SimulationRun, Transaction } from './parts.ts';
import { RULES } from './rules.ts';

/** The process of a node: it runs, pauses, dies, and has a clock that may be set and a lease. */
export class SimulatedProcess implements ProcessPart {
  incarnation = 0;
  isPaused = false;
  isAlive = true;
  isCutFromDatabase = false;
  isCutFromBus = false;
  clockOffsetMs = 0;
  grantedAtMs = Number.NEGATIVE_INFINITY;
  #lease: LeaseState = NO_LEASE;
  #waiting: (() => void)[] = [];

  readonly simulation: SimulationRun;
  readonly #name: string;
  readonly #onLeaseLost: () => void;

  constructor(simulation: SimulationRun, name: string, onLeaseLost: () => void) {
    this.simulation = simulation;
    this.#name = name;
    this.#onLeaseLost = onLeaseLost;
  }

  get id(): string {
    return `${this.#name}${this.incarnation}`;
  }

  get now(): Date {
    return new Date(this.simulation.scheduler.nowMs + this.clockOffsetMs);
  }

  start(): void {
    this.isAlive = true;
    this.#renewLease();
  }

  kill(): void {
    this.isAlive = this.isPaused = false;
    this.incarnation += 1;
    this.#waiting = [];
    this.#lease = NO_LEASE;
    this.grantedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Ends a pause. Events that arrived during it are handled first. */
  resume(): void {
    this.isPaused = false;
    for (const run of this.#waiting.splice(0)) run();
  }

  /** Runs an event: never once the process is dead, and later if it is paused. */
  run(incarnation: number, action: () => void): void {
    if (!this.isAlive || incarnation !== this.incarnation) return;
    if (this.isPaused) this.#waiting.push(() => this.run(incarnation, action));
    else action();
  }

  /** Every access to the database, except for the lease. */
  transact<T>(transaction: Transaction<T>, onOutcome: OnOutcome<T>): void {
    if (this.checkLease()) this.#transactAnyway(transaction, onOutcome);
    else onOutcome({ kind: 'unknown' });
  }

  /** Returns whether the node may write and send. Lets everything go if the lease has run out. */
  checkLease(): boolean {
    this.#applyToLease({ kind: 'look' });
    return this.#lease.isServing;
  }

  after(ms: number, action: () => void): void {
    const { incarnation } = this;
    this.simulation.scheduler.after(ms, () => this.run(incarnation, action));
  }

  every(ms: number, action: () => void): void {
    this.after(ms, () => {
      action();
      this.every(ms, action);
    });
  }

  #renewLease(): void {
    const askedAt = this.#moment();
    const { id } = this;
    this.#transactAnyway(
      (database) => database.renewLease(id),
      (outcome) => {
        if (outcome.kind !== 'done') return;
        this.#applyToLease({ kind: 'granted', askedAt });
        this.grantedAtMs = Math.max(this.grantedAtMs, askedAt.steadyMs);
      },
    );
    this.after(RULES.renewMs, () => this.#renewLease());
  }

  #moment() {
    return { steadyMs: this.simulation.scheduler.nowMs, wallMs: this.now.getTime() };
  }

  #applyToLease(input: LeaseInput): void {
    const { lease, action } = nextLeaseStep(this.#lease, input, this.#moment(), RULES.leaseMs);
    const isUnchecked = this.simulation.bug === 'lease not checked' && this.#lease.isServing;
    this.#lease = isUnchecked ? { ...lease, isServing: true } : lease;
    if (action === 'let-go' && !isUnchecked) this.#onLeaseLost();
  }

  #transactAnyway<T>(transaction: Transaction<T>, onOutcome: OnOutcome<T>): void {
    const { incarnation } = this;
    this.simulation.transact(this, transaction, (outcome) => this.run(incarnation, () => onOutcome(outcome)));
  }
}
