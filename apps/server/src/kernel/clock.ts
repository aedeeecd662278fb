/** The server's time. It is injected everywhere, so that rules can be tested without waiting. */
export interface Clock {
  now(): Date;
  /** Runs `task` once after `ms` milliseconds; the answer cancels it. */
  after(ms: number, task: () => void): () => void;
  /** Background jobs run no more often than this: a test that lets hours pass does without most runs. */
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
  #due: { atMs: number; task: () => void }[] = [];

  constructor(start: string, { minIntervalMs }: Pick<Clock, 'minIntervalMs'> = {}) {
    this.#nowMs = Date.parse(start);
    this.minIntervalMs = minIntervalMs;
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  after(ms: number, task: () => void): () => void {
    const entry = { atMs: this.#nowMs + ms, task };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((other) => other !== entry);
    };
  }

  /** In how many milliseconds the next task falls due; undefined when none waits. */
  get nextDueInMs(): number | undefined {
    const [first] = this.#inOrder();
    return first && Math.max(0, first.atMs - this.#nowMs);
  }

  /** Moves time on, running what falls due, in order. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const [next] = this.#inOrder();
      if (!next || next.atMs > endMs) break;
      this.#due = this.#due.filter((entry) => entry !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.task();
    }
    this.#nowMs = endMs;
  }

  #inOrder(): { atMs: number; task: () => void }[] {
    return this.#due.toSorted((a, b) => a.atMs - b.atMs);
  }
}
