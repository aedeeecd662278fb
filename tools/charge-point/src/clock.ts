/** Time as a charger knows it; it passes at its own pace and is never hurried. */
export interface Clock {
  now(): Date;
  /** Runs `deed` once after `ms` milliseconds; the answer cancels it. */
  after(ms: number, deed: () => void): () => void;
}

export const realClock: Clock = {
  now: () => new Date(),
  after(ms, deed) {
    const timer = setTimeout(deed, ms);
    return () => clearTimeout(timer);
  },
};
