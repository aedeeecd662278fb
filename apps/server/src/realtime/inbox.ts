import type { Clock } from '#kernel/clock.ts';
import { TokenBucket, type Rate } from '#kernel/token-bucket.ts';

/** A page sends three requests when it connects, and one for each change of a session. */
const MESSAGE_RATE: Rate = { burst: 60, perSecond: 5 };
const MAX_WAITING = 30;

/**
 * The requests of one socket: one is answered at a time and a few wait. Others, and those that come too fast, are
 * dropped. A client requests states and asks again, so nothing is lost.
 */
export class Inbox {
  readonly #rate: TokenBucket;
  #waiting: (() => Promise<void>)[] = [];
  #isBusy = false;

  constructor(clock: Clock) {
    this.#rate = new TokenBucket(MESSAGE_RATE, clock);
  }

  /** Does it when its turn comes; false when it is dropped. What it throws is its own to catch. */
  take(task: () => Promise<void>): boolean {
    if (this.#waiting.length >= MAX_WAITING || !this.#rate.take()) return false;
    this.#waiting.push(task);
    if (!this.#isBusy) void this.#work();
    return true;
  }

  /** Nobody waits for the answers any more. */
  close(): void {
    this.#waiting = [];
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) await task();
    this.#isBusy = false;
  }
}
