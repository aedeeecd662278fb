import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';

const RETRY_MS = 5_000;

interface State {
  online: boolean;
  /** Undefined where a telling failed: what was kept of it is not known. */
  told: boolean | undefined;
  telling: Promise<void> | undefined;
}

/**
 * Tells the others who came and who went: one telling at a time for a charger, each actual change once, and again later
 * when the telling failed. A charger that goes and comes back while the going is still being told is told in that order.
 */
export class Presence {
  readonly #tell: (chargerId: string, online: boolean) => Promise<void>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #states = new Map<string, State>();
  #closing = false;

  constructor(tell: (chargerId: string, online: boolean) => Promise<void>, clock: Clock, log: Log) {
    this.#tell = tell;
    this.#clock = clock;
    this.#log = log;
  }

  /** Notes a change. The answer settles, never rejects, when it was told or the telling failed. */
  set(chargerId: string, online: boolean): Promise<void> {
    const state = this.#states.get(chargerId) ?? { online: false, told: false, telling: undefined };
    this.#states.set(chargerId, state);
    state.online = online;
    if (state.told !== state.online) state.telling ??= this.#catchUp(chargerId, state);
    return state.telling ?? Promise.resolve();
  }

  /** Settles when everything known has been told; failures are no longer retried. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([...this.#states.values()].map((state) => state.telling));
  }

  async #catchUp(chargerId: string, state: State): Promise<void> {
    while (state.told !== state.online) {
      const online = state.online;
      try {
        await this.#tell(chargerId, online);
        state.told = online;
      } catch (error) {
        state.told = undefined;
        this.#log.error({ chargerId, online, err: error }, 'a charger came or went, and that could not be kept');
        if (!this.#closing) this.#clock.after(RETRY_MS, () => void this.set(chargerId, state.online));
        break;
      }
    }
    state.telling = undefined;
  }
}
