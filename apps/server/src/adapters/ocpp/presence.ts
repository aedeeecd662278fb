import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';

const TELL_RETRY_MS = 5 * SECOND_MS;

interface State {
  isOnline: boolean;
  /** Undefined where a telling failed: what was kept of it is not known. */
  isKeptOnline: boolean | undefined;
  keeping: Promise<void> | undefined;
}

/**
 * Tells the others who came and who went: one telling at a time for a charge point, each actual change once, and again later
 * when the telling failed. A charge point that goes and comes back while the going is still being told is told in that order.
 */
export class Presence {
  readonly #keep: (chargePointId: string, isOnline: boolean) => Promise<void>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #states = new Map<string, State>();
  #isClosing = false;

  constructor(keep: (chargePointId: string, isOnline: boolean) => Promise<void>, clock: Clock, log: Log) {
    this.#keep = keep;
    this.#clock = clock;
    this.#log = log;
  }

  /** Notes a change. The answer settles, never rejects, when it was told or the telling failed. */
  set(chargePointId: string, isOnline: boolean): Promise<void> {
    const state = this.#states.get(chargePointId) ?? { isOnline: false, isKeptOnline: false, keeping: undefined };
    this.#states.set(chargePointId, state);
    state.isOnline = isOnline;
    if (state.isKeptOnline !== state.isOnline) state.keeping ??= this.#catchUp(chargePointId, state);
    return state.keeping ?? Promise.resolve();
  }

  /** Settles when everything known has been told; failures are no longer retried. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#states.values()].map((state) => state.keeping));
  }

  async #catchUp(chargePointId: string, state: State): Promise<void> {
    while (state.isKeptOnline !== state.isOnline) {
      const isOnline = state.isOnline;
      try {
        await this.#keep(chargePointId, isOnline);
        state.isKeptOnline = isOnline;
      } catch (error) {
        state.isKeptOnline = undefined;
        this.#log.error(
          { event: 'ocpp.presence_not_kept', chargePointId, online: isOnline, error },
          'a charge point connected or disconnected, and that could not be stored',
        );
        if (!this.#isClosing) this.#clock.after(TELL_RETRY_MS, () => void this.set(chargePointId, state.isOnline));
        break;
      }
    }
    state.keeping = undefined;
  }
}
