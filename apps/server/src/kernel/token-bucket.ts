import type { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';
import { createRecentCache } from './recent-cache.ts';

export interface Rate {
  /** Maximum at once. */
  burst: number;
  /** How many more are allowed each second. */
  perSecond: number;
}

/** Allows a burst, then a number a second. */
export class TokenBucket {
  readonly #rate: Rate;
  readonly #clock: Clock;
  #left: number;
  #filledAtMs: number;

  constructor(rate: Rate, clock: Clock) {
    this.#rate = rate;
    this.#clock = clock;
    this.#left = rate.burst;
    this.#filledAtMs = clock.now().getTime();
  }

  /** True if one more may pass. */
  take(): boolean {
    this.#fill();
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Returns a token, so that one that passed does not count. */
  returnToken(): void {
    this.#left = Math.min(this.#rate.burst, this.#left + 1);
  }

  /** Makes the caller wait, as if this many had passed. */
  spend(count: number): void {
    this.#fill();
    this.#left = Math.max(0, this.#left - count);
  }

  /**
   * Takes `count` even if that exceeds what is left. Nothing else passes until the debt is paid. The debt is at most
   * `burst`, so the wait is bounded.
   */
  overdraw(count: number): void {
    this.#fill();
    this.#left = Math.max(-this.#rate.burst, this.#left - count);
  }

  #fill(): void {
    const nowMs = this.#clock.now().getTime();
    const { burst, perSecond } = this.#rate;
    // A clock that is set back removes no tokens.
    this.#left = Math.min(burst, this.#left + (Math.max(0, nowMs - this.#filledAtMs) / 1000) * perSecond);
    this.#filledAtMs = nowMs;
  }
}

/** A bucket for each key. If there are too many, the least recently used is dropped. */
export class TokenBuckets<K extends {}> {
  readonly #rate: Rate;
  readonly #clock: Clock;
  readonly #buckets: LRUCache<K, TokenBucket>;

  constructor(rate: Rate, clock: Clock, max = 50_000) {
    this.#rate = rate;
    this.#clock = clock;
    this.#buckets = createRecentCache(max);
  }

  of(key: K): TokenBucket {
    const known = this.#buckets.get(key);
    if (known) return known;
    const bucket = new TokenBucket(this.#rate, this.#clock);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
