import { nextLeaseStep, NO_LEASE, type LeaseInput, type LeaseState } from '../protocol/lease.ts';
import type { SimulationRun, OutcomeHandler } from './parts.ts';
import { RULES } from './rules.ts';
import type { SimulatedDatabase } from './simulated-database.ts';

/** The process of a node: it runs, pauses, dies, and has a clock that may be set and a lease. */
export abstract class Process {
  incarnation = 0;
  isPaused = false;
  isAlive = true;
  isCutFromDatabase = false;
  isCutFromBus = false;
  clockOffsetMs = 0;
  /** When the last granted renewal was requested, for the checks. */
  grantedAtMs = Number.NEGATIVE_INFINITY;
  #lease: LeaseState = NO_LEASE;
  #waiting: (() => void)[] = [];

  readonly simulation: SimulationRun;
  readonly name: string;

  constructor(simulation: SimulationRun, name: string) {
    this.simulation = simulation;
    this.name = name;
  }

  protected abstract letGo(): void;

  /** Each start of the process is a new node. */
  get id(): string {
    return `${this.name}${this.incarnation}`;
  }

  get now(): Date {
    return new Date(this.simulation.scheduler.nowMs + this.clockOffsetMs);
  }

  begin(): void {
    this.isAlive = true;
    this.#renew();
  }

  kill(): void {
    this.isAlive = this.isPaused = false;
    this.incarnation += 1;
    this.#waiting = [];
    this.#lease = NO_LEASE;
    this.grantedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Events that arrived during the pause are handled first. */
  wake(): void {
    this.isPaused = false;
    for (const run of this.#waiting.splice(0)) run();
  }

  /** Runs an event: never once the process is dead, and later if it is paused. */
  run(incarnation: number, what: () => void): void {
    if (!this.isAlive || incarnation !== this.incarnation) return;
    if (this.isPaused) this.#waiting.push(() => this.run(incarnation, what));
    else what();
  }

  /** Every access to the database, except for the lease. */
  ask<T>(what: (database: SimulatedDatabase) => T, took: OutcomeHandler<T>): void {
    if (this.mayAct()) this.#transact(what, took);
    else took({ kind: 'unknown' });
  }

  protected mayAct(): boolean {
    this.#live({ kind: 'look' });
    return this.#lease.isServing;
  }

  protected after(ms: number, what: () => void): void {
    const { incarnation } = this;
    this.simulation.scheduler.after(ms, () => this.run(incarnation, what));
  }

  protected every(ms: number, what: () => void): void {
    this.after(ms, () => {
      what();
      this.every(ms, what);
    });
  }

  #renew(): void {
    const askedAt = this.#moment();
    const { id } = this;
    this.#transact(
      (database) => database.renew(id),
      (outcome) => {
        if (outcome.kind !== 'done') return;
        this.#live({ kind: 'granted', askedAt });
        this.grantedAtMs = Math.max(this.grantedAtMs, askedAt.steadyMs);
      },
    );
    this.after(RULES.renewMs, () => this.#renew());
  }

  #moment() {
    return { steadyMs: this.simulation.scheduler.nowMs, wallMs: this.now.getTime() };
  }

  #live(input: LeaseInput): void {
    const { lease, action } = nextLeaseStep(this.#lease, input, this.#moment(), RULES.leaseMs);
    const isUnchecked = this.simulation.bug === 'lease not checked' && this.#lease.isServing;
    this.#lease = isUnchecked ? { ...lease, isServing: true } : lease;
    if (action === 'let-go' && !isUnchecked) this.letGo();
  }

  #transact<T>(what: (database: SimulatedDatabase) => T, took: OutcomeHandler<T>): void {
    const { incarnation } = this;
    this.simulation.transact(this, what, (outcome) => this.run(incarnation, () => took(outcome)));
  }
}
