import type { CentralSystemAction, CentralSystemActions, Received } from '@bijli/ocpp/messages';
import { batchesOf } from '#kernel/batches.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { SECRET_KEY } from '#modules/operations/index.ts';
import { sessionsRefusals } from '#modules/sessions/sessions.refusals.ts';
import { NoUsableResult } from './outbound-calls.ts';

/** Calls a charge point in the background. */
export type Ask = <A extends CentralSystemAction>(
  action: A,
  request: CentralSystemActions[A]['request'],
) => Promise<Received<CentralSystemActions[A]['answer']>>;

export interface ConfigurationKey {
  key: string;
  readonly: boolean;
  /** Null if the charge point has no value or does not tell it. */
  value: string | null;
}

/** The configuration that charge points should have. */
export interface WantedConfiguration {
  /** How often a charging connector must report its meter. */
  sampleSeconds: number;
  /** How long a start waits for its cable. */
  startWithinSeconds: number;
}

const ENERGY = 'Energy.Active.Import.Register';
const POWER = 'Power.Active.Import';
/** In order of preference. AC charge points refuse the state of charge, the simplest ones power too. */
const MEASURANDS = [`${ENERGY},${POWER},SoC`, `${ENERGY},${POWER}`, ENERGY];

/** The keys of OCPP 1.6 section 9, for charge points that do not list theirs. Those that we need come first. */
const STANDARD_KEYS =
  'MeterValueSampleInterval MeterValuesSampledData ConnectionTimeOut SupportedFeatureProfiles AuthorizeRemoteTxRequests ClockAlignedDataInterval HeartbeatInterval LocalAuthorizeOffline LocalPreAuthorize AllowOfflineTxForUnknownId MaxEnergyOnInvalidId MeterValuesAlignedData MinimumStatusDuration NumberOfConnectors ResetRetries StopTransactionOnEVSideDisconnect StopTransactionOnInvalidId StopTxnAlignedData StopTxnSampledData TransactionMessageAttempts TransactionMessageRetryInterval UnlockConnectorOnEVSideDisconnect WebSocketPingInterval'.split(
    ' ',
  );
const MAX_KEYS = 'GetConfigurationMaxKeys';
/** Number of keys in one call to a charge point that does not report its limit. All accept this many. */
const KEY_BATCH_SIZE = 10;

/** OCPP's limit. Longer keys and values are of no use. */
const MAX_KEY_LENGTH = 50;
const MAX_VALUE_LENGTH = 500;

/** Reads the whole configuration of a charge point. Throws `charger_silent` and `charger_offline`. */
export async function readConfiguration(ask: Ask): Promise<ConfigurationKey[]> {
  const all = await requestKeys(ask, {}).catch((error: unknown) => {
    // Some charge points fail when asked for all keys. One that does not answer at all is not asked further.
    if (isRefusal(error, sessionsRefusals, 'charger_silent')) return [];
    throw error;
  });
  const entries = all.length > 0 ? all : await readNamed(ask);
  // If a key occurs twice, the last one counts.
  return [...new Map(entries.map((entry) => [entry.key.toLowerCase(), entry])).values()];
}

async function readNamed(ask: Ask): Promise<ConfigurationKey[]> {
  const [max] = await requestKeys(ask, { key: [MAX_KEYS] });
  const batchSize = Math.max(1, Math.floor(Number(max?.value)) || KEY_BATCH_SIZE);
  const found = max ? [max] : [];
  for (const batch of batchesOf(STANDARD_KEYS, batchSize)) found.push(...(await requestKeys(ask, { key: batch })));
  return found;
}

/** The keys in an answer. Empty if the charge point rejects the request. */
async function requestKeys(ask: Ask, request: { key?: string[] }): Promise<ConfigurationKey[]> {
  try {
    const { configurationKey = [] } = await ask('GetConfiguration', request);
    return configurationKey.flatMap(({ key, readonly, value }) =>
      typeof key === 'string' && key !== '' && key.length <= MAX_KEY_LENGTH
        ? { key, readonly: readonly === true, value: keptValue(key, value) }
        : [],
    );
  } catch (error) {
    if (error instanceof NoUsableResult) return [];
    throw error;
  }
}

function keptValue(key: string, value: unknown): string | null {
  return typeof value !== 'string' || SECRET_KEY.test(key) ? null : value.slice(0, MAX_VALUE_LENGTH);
}

/**
 * Sets a charge point's configuration so that it samples often enough and waits for a cable as long as a start does
 * (OCPP 1.6 section 9.1). It writes only values that differ, because blind writes put some charge points into reboot
 * loops. For the same reason, values that need a reboot (`untilReboot`) are not written again. Accepted values are
 * updated in `keys`. Returns true if another value now waits for a reboot.
 */
export async function writeConfiguration(
  ask: Ask,
  keys: ConfigurationKey[],
  { sampleSeconds, startWithinSeconds }: WantedConfiguration,
  untilReboot: Map<string, string>,
): Promise<{ isChanged: boolean; needsReboot: boolean }> {
  const outcome = { isChanged: false, needsReboot: false };

  /** Tries the values in order of preference. Returns true if the charge point has accepted one. */
  async function writeFirstAccepted(
    name: string,
    values: string[],
    isSame: (a: string, b: string) => boolean,
  ): Promise<void> {
    const entry = findKey(keys, name);
    if (!entry) return;
    for (const value of values) {
      if (isSame(value, entry.value ?? '')) return void untilReboot.delete(name);
      if (entry.readonly || untilReboot.has(name)) return;
      const status = await changeKey(ask, entry.key, value);
      if (status === 'Rejected') continue;
      if (status === 'Accepted') {
        entry.value = value;
        outcome.isChanged = true;
      } else if (status === 'RebootRequired') {
        untilReboot.set(name, value);
        outcome.needsReboot = true;
      }
      return;
    }
  }

  await writeFirstAccepted('MeterValueSampleInterval', [String(sampleSeconds)], isSameNumber);
  await writeFirstAccepted('MeterValuesSampledData', MEASURANDS, isSameList);
  await writeFirstAccepted('ConnectionTimeOut', [String(startWithinSeconds)], isSameNumber);
  return outcome;
}

/** True if the charge point supports TriggerMessage. */
export function canTrigger(keys: ConfigurationKey[]): boolean {
  const profiles = findKey(keys, 'SupportedFeatureProfiles')?.value;
  return typeof profiles !== 'string' || profiles.includes('RemoteTrigger');
}

/** The setting with this name. OCPP ignores the case of names. */
function findKey(keys: ConfigurationKey[], name: string): ConfigurationKey | undefined {
  return keys.find(({ key }) => key.toLowerCase() === name.toLowerCase());
}

async function changeKey(ask: Ask, key: string, value: string): Promise<string | undefined> {
  try {
    return (await ask('ChangeConfiguration', { key, value })).status;
  } catch (error) {
    if (error instanceof NoUsableResult) return 'Rejected';
    throw error;
  }
}

function isSameNumber(a: string, b: string): boolean {
  return b.trim() !== '' && Number(a) === Number(b);
}

function isSameList(a: string, b: string): boolean {
  return entriesOf(a) === entriesOf(b);
}

function entriesOf(text: string): string {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .toSorted()
    .join();
}
