import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable, isDatabaseUnavailable } from '#db/database-unavailable.ts';
import { openServerDatabase, type Database } from '#db/database.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import {
  createLeaseTables,
  deleteLease,
  deleteSharedLease,
  takeLease,
  takeSharedLease,
  type LeaseHolder,
} from './lease.store.ts';
import { isFresh, type Moment } from './protocol/lease.ts';
import { hasEnded, thisProcess } from './this-process.ts';

export interface LeaseTimes {
  /** The lease is valid for this long after each renewal, by the database's clock. */
  ttlMs: number;
  renewMs: number;
  /** How often a waiting node asks for the lease. */
  askMs: number;
  /** Timeout of a query about the lease. */
  answerMs: number;
}

const TIMES: LeaseTimes = { ttlMs: 10 * SECOND_MS, renewMs: 3 * SECOND_MS, askMs: 500, answerMs: SECOND_MS };
/** While the database is unavailable, not every call needs to try again. */
const TRY_AGAIN_MS = 250;
const QUIET: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Why a node waits: another one has the lease, or the database does not answer. */
export type WaitReason = 'standby' | 'unavailable';

interface LeaseOptions {
  url: string;
  log: Log;
  times?: LeaseTimes;
  holder?: LeaseHolder;
  /** Set if other nodes may share the database with this one. */
  shared?: { address: string; version: string };
}

/**
 * The right to serve a database. One node has it and the others wait, or several nodes share it. The node renews it
 * while it lives. A node that could not renew it in time does not use the database until it has asked again. If nobody
 * took the lease, it continues, as after any outage of the database. If another node took it, the node must exit.
 */
export class NodeLease {
  /** Resolves when another node has the lease that was ours. */
  readonly lost: Promise<void>;
  readonly #database: Database;
  readonly #log: Log;
  readonly #times: LeaseTimes;
  readonly #holder: LeaseHolder;
  readonly #shared: LeaseOptions['shared'];
  readonly #lose: () => void;
  readonly #ended = new AbortController();
  #isLost = false;
  #isDoubted = false;
  #isTableMade = false;
  #isTaken = false;
  #lapses = 0;
  /** When the last granted request was sent. */
  #grantedAt: Moment | undefined;
  #triedAtMs = Number.NEGATIVE_INFINITY;
  #confirming: Promise<void> | undefined;
  #keeping: Promise<void> | undefined;

  constructor({ url, log, times: figures = TIMES, holder = thisProcess(), shared }: LeaseOptions) {
    const { answerMs } = figures;
    // A separate connection, so that nothing else delays the renewal.
    const pool = { connections: 1, connectMs: answerMs, statementMs: answerMs, lockMs: answerMs };
    this.#database = openServerDatabase(url, QUIET, { pools: pool });
    this.#log = log;
    this.#times = figures;
    this.#holder = holder;
    this.#shared = shared;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.lost = promise;
    this.#lose = resolve;
  }

  /**
   * Takes the lease when it is available. `waits` is called each time it is not. Returns false if `end` resolved first.
   * Throws errors that waiting does not solve, such as a wrong password.
   */
  async take(waits: (why: WaitReason) => Promise<void>, end: Promise<unknown>): Promise<boolean> {
    const over = end.then(() => true);
    for (let isOver = false; !isOver;) {
      const answer = await this.#ask().catch((error: unknown) =>
        isDatabaseUnavailable(error) ? ('unavailable' as const) : Promise.reject(error),
      );
      if (answer === 'ours') {
        this.#keeping = this.#keep();
        return true;
      }
      await waits(answer);
      isOver = await Promise.race([pause(this.#times.askMs, false), over]);
    }
    return false;
  }

  /**
   * Lets a caller use the database if the lease is valid. Returns a promise if that must be asked, which rejects if it
   * is not.
   */
  readonly gate = (): Promise<void> | undefined => {
    if (this.#isFresh()) return undefined;
    return this.#confirm();
  };

  /** The id of this node among those that share the database. */
  get nodeId(): string {
    return this.#holder.id;
  }

  /** True if the lease has run out by this node's own clocks, so that others may have replaced it. */
  hasRunOut(): boolean {
    return !this.#isFresh();
  }

  /**
   * How often the lease was renewed after it had run out. Each time, others may have taken this node's charge points.
   */
  lapses(): number {
    return this.#lapses;
  }

  /** Releases the lease, so that another node takes it at once. Resolves also if the database is unavailable. */
  async release(): Promise<void> {
    this.#ended.abort();
    await this.#keeping;
    const leave = this.#shared ? deleteSharedLease : deleteLease;
    if (!this.#isLost) await leave(this.#database, this.#holder.id).catch(() => {});
    await this.#database.$client.end();
  }

  #isFresh(): boolean {
    return !this.#isLost && isFresh(this.#grantedAt, momentNow(), this.#times.ttlMs);
  }

  async #confirm(): Promise<void> {
    // A node that still waits for its first lease has none to confirm or to lose.
    const mayTry = this.#isTaken && !this.#isLost && performance.now() - this.#triedAtMs >= TRY_AGAIN_MS;
    if (mayTry) this.#confirming ??= this.#renew().finally(() => (this.#confirming = undefined));
    await this.#confirming;
    if (!this.#isFresh()) throw new DatabaseUnavailable('This node may not use the database now.');
  }

  async #keep(): Promise<void> {
    while (!this.#ended.signal.aborted && !this.#isLost) {
      const waitMs = this.#isFresh() ? this.#times.renewMs : this.#times.askMs;
      await pause(waitMs, undefined, { signal: this.#ended.signal }).catch(() => {});
      if (!this.#ended.signal.aborted) await this.#renew();
    }
  }

  async #renew(): Promise<void> {
    if (this.#isLost) return;
    try {
      if ((await this.#ask()) === 'ours') {
        if (this.#isDoubted)
          this.#log.warn({ event: 'node.lease_confirmed' }, 'no other node has taken the lease; this node continues');
        this.#isDoubted = false;
        return;
      }
      this.#isLost = true;
      this.#log.error({ event: 'node.lease_lost' }, 'another node has taken the lease; this node exits');
      this.#lose();
    } catch (error) {
      if (!this.#isDoubted)
        this.#log.warn({ event: 'node.lease_unconfirmed', error }, 'the lease could not be renewed; trying again');
      this.#isDoubted = true;
    }
  }

  async #ask(): Promise<'ours' | 'standby'> {
    const askedAt = momentNow();
    this.#triedAtMs = askedAt.steadyMs;
    if (!this.#isTableMade) await createLeaseTables(this.#database);
    this.#isTableMade = true;
    let holder = await this.#takeOrRenew();
    if (holder !== 'ours' && holder !== 'gone' && hasEnded(holder)) {
      await deleteLease(this.#database, holder.id);
      holder = await this.#takeOrRenew();
    }
    if (holder !== 'ours') return 'standby';
    if (this.#isTaken && this.hasRunOut()) this.#lapses += 1;
    this.#isTaken = true;
    this.#grantedAt = askedAt;
    return 'ours';
  }

  /** Returns the holder if it is not this node. */
  async #takeOrRenew(): Promise<'ours' | 'gone' | LeaseHolder> {
    const { ttlMs } = this.#times;
    if (this.#shared)
      return takeSharedLease(this.#database, { ...this.#holder, ...this.#shared }, ttlMs, this.#isTaken);
    const holder = await takeLease(this.#database, this.#holder, ttlMs);
    return holder.id === this.#holder.id ? 'ours' : holder;
  }
}

function momentNow(): Moment {
  return { steadyMs: performance.now(), wallMs: Date.now() };
}
