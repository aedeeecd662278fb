import type { Log } from '#kernel/log.ts';
import { createRecentCache } from '#kernel/recent-cache.ts';

/** Maximum number of charge points whose violations are remembered. A forgotten one is logged again. */
const MAX_VIOLATORS = 50_000;

/** Counts each charge point's violations of OCPP, by action. */
export class Violations {
  readonly #counts = createRecentCache<string, Map<string, number>>(MAX_VIOLATORS);
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  countsOf(chargePointId: string): Record<string, number> {
    return Object.fromEntries(this.#counts.get(chargePointId) ?? []);
  }

  /** Counts a violation. The first of each action is logged. */
  report(chargePointId: string, action: string, problem: string): void {
    const counts = this.#counts.get(chargePointId) ?? new Map<string, number>();
    this.#counts.set(chargePointId, counts);
    const before = counts.get(action) ?? 0;
    counts.set(action, before + 1);
    if (before > 0) return;
    this.#log.warn(
      { event: 'ocpp.violation', chargePointId, action, problem },
      'a charge point violates OCPP 1.6; logged once',
    );
  }
}
