import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';

const REPORT_RETRY_MS = 5 * SECOND_MS;

interface State {
  isOnline: boolean;
  /** Undefined if the last update failed, so that it is unknown what was stored. */
  isReportedOnline: boolean | undefined;
  reporting: Promise<void> | undefined;
}

/**
 * Reports which charge points are online: one report at a time for each, each change once, and again later if it
 * failed. If a charge point reconnects while its disconnection is being reported, both are reported in order.
 */
export class Presence {
  readonly #report: (chargePointId: string, isOnline: boolean) => Promise<void>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #states = new Map<string, State>();
  #isClosing = false;

  constructor(report: (chargePointId: string, isOnline: boolean) => Promise<void>, clock: Clock, log: Log) {
    this.#report = report;
    this.#clock = clock;
    this.#log = log;
  }

  /** Records a change. The promise never rejects. It resolves when the change was reported or that failed. */
  set(chargePointId: string, isOnline: boolean): Promise<void> {
    const state = this.#states.get(chargePointId) ?? { isOnline: false, isReportedOnline: false, reporting: undefined };
    this.#states.set(chargePointId, state);
    state.isOnline = isOnline;
    if (state.isReportedOnline !== state.isOnline) state.reporting ??= this.#reportChanges(chargePointId, state);
    return state.reporting ?? Promise.resolve();
  }

  /** Resolves when all changes have been reported. Failed ones are no longer retried. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#states.values()].map((state) => state.reporting));
  }

  async #reportChanges(chargePointId: string, state: State): Promise<void> {
    while (state.isReportedOnline !== state.isOnline) {
      const isOnline = state.isOnline;
      try {
        await this.#report(chargePointId, isOnline);
        state.isReportedOnline = isOnline;
      } catch (error) {
        state.isReportedOnline = undefined;
        this.#log.error(
          { event: 'ocpp.presence_not_saved', chargePointId, online: isOnline, error },
          'a charge point connected or disconnected, and that could not be stored',
        );
        if (!this.#isClosing) this.#clock.after(REPORT_RETRY_MS, () => void this.set(chargePointId, state.isOnline));
        break;
      }
    }
    state.reporting = undefined;
  }
}
