import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { ConfigurationReport } from '#modules/network/index.ts';
import {
  canTrigger,
  readConfiguration,
  writeConfiguration,
  type Ask,
  type WantedConfiguration,
} from './configuration.ts';
import { NoUsableResult } from './outbound-calls.ts';

interface SetupOptions {
  wanted: WantedConfiguration;
  /** Stores the configuration, and learns that a charge point must be restarted. */
  saveConfiguration: (report: ConfigurationReport) => Promise<void>;
  clock: Clock;
  log: Log;
}

/** Prepares a charge point that has connected: reads, stores and corrects its configuration. */
export class ChargePointSetup {
  readonly #options: SetupOptions;
  /** Charge points without the feature profile RemoteTrigger. */
  readonly #withoutTrigger = new Set<string>();
  /** Values that charge points apply at their next boot, by charge point and key. */
  readonly #untilReboot = new Map<string, Map<string, string>>();

  constructor(options: SetupOptions) {
    this.#options = options;
  }

  canTrigger(chargePointId: string): boolean {
    return !this.#withoutTrigger.has(chargePointId);
  }

  /** Runs in the background. No message of the charge point waits for it. */
  async prepare(chargePointId: string, ask: Ask, isStatusUnknown: boolean): Promise<void> {
    const { log } = this.#options;
    try {
      await this.#configure(chargePointId, ask);
      if (isStatusUnknown && this.canTrigger(chargePointId))
        await ask('TriggerMessage', { requestedMessage: 'StatusNotification' });
    } catch (error) {
      const level = isRefusal(error) || error instanceof NoUsableResult ? 'info' : 'error';
      log[level](
        { event: 'ocpp.not_prepared', chargePointId, error },
        'a charge point could not be prepared; it is used as it is',
      );
    }
  }

  async #configure(chargePointId: string, ask: Ask): Promise<void> {
    const { wanted, saveConfiguration, clock } = this.#options;
    const keys = await readConfiguration(ask);
    if (keys.length === 0) return;
    if (canTrigger(keys)) this.#withoutTrigger.delete(chargePointId);
    else this.#withoutTrigger.add(chargePointId);
    const reportKeys = (needsReboot: boolean) =>
      saveConfiguration({ chargePointId, keys, readAt: clock.now(), needsReboot });
    await reportKeys(false);
    const untilReboot = this.#untilReboot.get(chargePointId) ?? new Map<string, string>();
    this.#untilReboot.set(chargePointId, untilReboot);
    const { isChanged, needsReboot } = await writeConfiguration(ask, keys, wanted, untilReboot);
    if (isChanged || needsReboot) await reportKeys(needsReboot);
  }
}
