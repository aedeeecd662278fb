import type { Clock } from '#kernel/clock.ts';
import { isFailure } from '#kernel/failure.ts';
import type { Log } from '#kernel/log.ts';
import type { ConfigurationReport } from '#modules/sessions/charge-points.ts';
import {
  canTrigger,
  readConfiguration,
  writeConfiguration,
  type Ask,
  type WantedConfiguration,
} from './configuration.ts';
import { CallRefused } from './outbound-calls.ts';

interface PreparationOptions {
  wanted: WantedConfiguration;
  /** Keeps what was read, and hears that a charger has to be restarted. */
  report: (report: ConfigurationReport) => Promise<void>;
  clock: Clock;
  log: Log;
}

/** What is done for a charger when it has come: its configuration is read, kept, and set where it must be. */
export class Preparation {
  readonly #options: PreparationOptions;
  /** Chargers that cannot be asked for a message: their feature profiles leave RemoteTrigger out. */
  readonly #withoutTrigger = new Set<string>();
  /** What chargers take over at their next boot, by charger and key. */
  readonly #waiting = new Map<string, Map<string, string>>();

  constructor(options: PreparationOptions) {
    this.#options = options;
  }

  canTrigger(chargerId: string): boolean {
    return !this.#withoutTrigger.has(chargerId);
  }

  /** Runs in the background: no message of the charger waits for it. */
  async prepare(chargerId: string, ask: Ask, statusUnknown: boolean): Promise<void> {
    const { log } = this.#options;
    try {
      await this.#configure(chargerId, ask);
      if (statusUnknown && this.canTrigger(chargerId))
        await ask('TriggerMessage', { requestedMessage: 'StatusNotification' });
    } catch (error) {
      const level = isFailure(error) || error instanceof CallRefused ? 'info' : 'error';
      log[level]({ chargerId, err: error }, 'a charger could not be prepared; it is used as it is');
    }
  }

  async #configure(chargerId: string, ask: Ask): Promise<void> {
    const { wanted, report, clock } = this.#options;
    const keys = await readConfiguration(ask);
    if (keys.length === 0) return;
    if (canTrigger(keys)) this.#withoutTrigger.delete(chargerId);
    else this.#withoutTrigger.add(chargerId);
    const tell = (rebootRequired: boolean) => report({ chargerId, keys, readAt: clock.now(), rebootRequired });
    await tell(false);
    const waiting = this.#waiting.get(chargerId) ?? new Map<string, string>();
    this.#waiting.set(chargerId, waiting);
    const { isChanged, rebootRequired } = await writeConfiguration(ask, keys, wanted, waiting);
    if (isChanged || rebootRequired) await tell(rebootRequired);
  }
}
