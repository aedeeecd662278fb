/** The server's time. It is injected everywhere, so that rules can be tested without waiting. */
export interface Clock {
  now(): Date;
  /** Runs `task` once after `ms` milliseconds. Call the returned function to cancel it. */
  after(ms: number, task: () => void): () => void;
  /** Background jobs run at most this often, so that a test that advances hours skips most runs. */
  readonly minIntervalMs?: number | undefined;
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  readonly minIntervalMs: number | undefined;
  #nowMs: number;
  /** In the order in which they fall due. Of two at the same moment, the one requested first. */
  readonly #due: { atMs: number; task: () => void }[] = [];

  constructor(start: string, { minIntervalMs }: Pick<Clock, 'minIntervalMs'> = {}) {
    this.#nowMs = Date.parse(start);
    this.minIntervalMs = minIntervalMs;
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  after(ms: number, task: () => void): () => void {
    const entry = { atMs: this.#nowMs + ms, task };
    this.#due.splice(this.#due.findLastIndex(({ atMs }) => atMs <= entry.atMs) + 1, 0, entry);
    return () => {
      const at = this.#due.indexOf(entry);
      if (at >= 0) this.#due.splice(at, 1);
    };
  }

  /** Milliseconds until the next task falls due. Undefined if none waits. */
  get nextDueInMs(): number | undefined {
    const [first] = this.#due;
    return first && Math.max(0, first.atMs - this.#nowMs);
  }

  /** Moves the time, and runs what falls due, in order. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const [next] = this.#due;
      if (!next || next.atMs > endMs) break;
      this.#due.shift();
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.task();
    }
    this.#nowMs = endMs;
  }
}
