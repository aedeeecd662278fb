import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';

const REPORT_RETRY_MS = 5 * SECOND_MS;

interface State {
  isOnline: boolean;
  /** Undefined if the last update failed, so that it is unknown what was stored. */
  isStoredOnline: boolean | undefined;
  storing: Promise<void> | undefined;
}

/**
 * Reports which charge points are online: one report at a time for each, each change once, and again later if it
 * failed. If a charge point reconnects while its disconnection is being reported, both are reported in order.
 */
export class Presence {
  readonly #store: (chargePointId: string, isOnline: boolean) => Promise<void>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #states = new Map<string, State>();
  #isClosing = false;

  constructor(store: (chargePointId: string, isOnline: boolean) => Promise<void>, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  /** Records a change. The promise never rejects. It resolves when the change was reported or that failed. */
  set(chargePointId: string, isOnline: boolean): Promise<void> {
    const state = this.#states.get(chargePointId) ?? { isOnline: false, isStoredOnline: false, storing: undefined };
    this.#states.set(chargePointId, state);
    state.isOnline = isOnline;
    if (state.isStoredOnline !== state.isOnline) state.storing ??= this.#catchUp(chargePointId, state);
    return state.storing ?? Promise.resolve();
  }

  /** Resolves when all changes have been reported. Failed ones are no longer retried. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#states.values()].map((state) => state.storing));
  }

  async #catchUp(chargePointId: string, state: State): Promise<void> {
    while (state.isStoredOnline !== state.isOnline) {
      const isOnline = state.isOnline;
      try {
        await this.#store(chargePointId, isOnline);
        state.isStoredOnline = isOnline;
      } catch (error) {
        state.isStoredOnline = undefined;
        this.#log.error(
          { event: 'ocpp.presence_not_saved', chargePointId, online: isOnline, error },
          'a charge point connected or disconnected, and that could not be stored',
        );
        if (!this.#isClosing) this.#clock.after(REPORT_RETRY_MS, () => void this.set(chargePointId, state.isOnline));
        break;
      }
    }
    state.storing = undefined;
  }
}
