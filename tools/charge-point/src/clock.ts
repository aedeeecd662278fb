/** Time as a charge point knows it; it passes at its own pace and is never hurried. */
export interface Clock {
  now(): Date;
  /** Runs `task` once after `ms` milliseconds; the answer cancels it. */
  after(ms: number, task: () => void): () => void;
}

export const realClock: Clock = {
  now: () => new Date(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** What is to happen later, and can be called off together. */
export class Plans {
  readonly #clock: Clock;
  readonly #cancels = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  later(ms: number, task: () => void): void {
    const cancel = this.#clock.after(ms, () => {
      this.#cancels.delete(cancel);
      task();
    });
    this.#cancels.add(cancel);
  }

  callOff(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }
}
