/** Time as the server knows it. Injected everywhere, so that rules can be tested without waiting. */
export interface Clock {
  now(): Date;
  /** Runs `deed` once after `ms` milliseconds; the answer cancels it. */
  after(ms: number, deed: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, deed) {
    const timer = setTimeout(deed, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #now: number;
  #due: { at: number; deed: () => void }[] = [];

  constructor(start: string) {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  after(ms: number, deed: () => void): () => void {
    const entry = { at: this.#now + ms, deed };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((other) => other !== entry);
    };
  }

  /** Moves time on, running what falls due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#due.filter((entry) => entry.at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#due = this.#due.filter((entry) => entry !== next);
      this.#now = Math.max(this.#now, next.at);
      next.deed();
    }
    this.#now = end;
  }
}
