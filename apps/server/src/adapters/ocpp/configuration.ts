import type { CentralSystemAction, CentralSystemActions, Received } from '@bijli/ocpp/messages';
import { batchesOf } from '#kernel/batches.ts';
import { isFailure } from '#kernel/failure.ts';
import { SECRET_KEY } from '#modules/operations/index.ts';
import { sessionsFailures } from '#modules/sessions/sessions.failures.ts';
import { CallRefused } from './outbound-calls.ts';

/** Calls a charge point in the background. */
export type Ask = <A extends CentralSystemAction>(
  action: A,
  request: CentralSystemActions[A]['request'],
) => Promise<Received<CentralSystemActions[A]['answer']>>;

export interface ConfigurationKey {
  key: string;
  readonly: boolean;
  /** Null where the charge point has none or keeps it to itself. */
  value: string | null;
}

/** What charge points are to be set to. */
export interface WantedConfiguration {
  /** How often a charging connector is to report its meter. */
  sampleSeconds: number;
  /** How long a start waits for its cable. */
  startWithinSeconds: number;
}

const ENERGY = 'Energy.Active.Import.Register';
const POWER = 'Power.Active.Import';
/** Best first: AC charge points refuse the state of charge, the simplest ones power too. */
const MEASURANDS = [`${ENERGY},${POWER},SoC`, `${ENERGY},${POWER}`, ENERGY];

/** The keys of OCPP 1.6 section 9, for charge points that do not list what they have. Those that we need come first. */
const STANDARD_KEYS =
  'MeterValueSampleInterval MeterValuesSampledData ConnectionTimeOut SupportedFeatureProfiles AuthorizeRemoteTxRequests ClockAlignedDataInterval HeartbeatInterval LocalAuthorizeOffline LocalPreAuthorize AllowOfflineTxForUnknownId MaxEnergyOnInvalidId MeterValuesAlignedData MinimumStatusDuration NumberOfConnectors ResetRetries StopTransactionOnEVSideDisconnect StopTransactionOnInvalidId StopTxnAlignedData StopTxnSampledData TransactionMessageAttempts TransactionMessageRetryInterval UnlockConnectorOnEVSideDisconnect WebSocketPingInterval'.split(
    ' ',
  );
const MAX_KEYS = 'GetConfigurationMaxKeys';
/** How many keys every charge point takes in one call that does not say how many. */
const KEY_BATCH_SIZE = 10;

/** As OCPP allows; what is longer is no key and no value of use. */
const MAX_KEY_LENGTH = 50;
const MAX_VALUE_LENGTH = 500;

/** All that a charge point tells of its configuration. Throws `charger_silent` and `charger_offline`. */
export async function readConfiguration(ask: Ask): Promise<ConfigurationKey[]> {
  const all = await listed(ask, {}).catch((error: unknown) => {
    // Some choke on the question for all; one that answers nothing at all is not asked on and on.
    if (isFailure(error, sessionsFailures, 'charger_silent')) return [];
    throw error;
  });
  const entries = all.length > 0 ? all : await readNamed(ask);
  // A key that comes twice counts as it came last.
  return [...new Map(entries.map((entry) => [entry.key.toLowerCase(), entry])).values()];
}

async function readNamed(ask: Ask): Promise<ConfigurationKey[]> {
  const [max] = await listed(ask, { key: [MAX_KEYS] });
  const batchSize = Math.max(1, Math.floor(Number(max?.value)) || KEY_BATCH_SIZE);
  const found = max ? [max] : [];
  for (const batch of batchesOf(STANDARD_KEYS, batchSize)) found.push(...(await listed(ask, { key: batch })));
  return found;
}

/** The answer to one question; nothing when the charge point refuses it. */
async function listed(ask: Ask, request: { key?: string[] }): Promise<ConfigurationKey[]> {
  try {
    const { configurationKey = [] } = await ask('GetConfiguration', request);
    return configurationKey.flatMap(({ key, readonly, value }) =>
      typeof key === 'string' && key !== '' && key.length <= MAX_KEY_LENGTH
        ? { key, readonly: readonly === true, value: keptValue(key, value) }
        : [],
    );
  } catch (error) {
    if (error instanceof CallRefused) return [];
    throw error;
  }
}

function keptValue(key: string, value: unknown): string | null {
  return typeof value !== 'string' || SECRET_KEY.test(key) ? null : value.slice(0, MAX_VALUE_LENGTH);
}

/**
 * Makes a charge point sample as we need it and wait for a cable as long as a start does (OCPP 1.6 section 9.1). It writes only
 * what differs from what was read, since blind writes put some charge points into reboot loops; for the same reason what a
 * charge point has said to need a reboot for, `untilReboot`, is not written again, whether the reboot has come or not. What was
 * accepted is changed in `keys`. Answers whether something waits for a reboot now that did not before.
 */
export async function writeConfiguration(
  ask: Ask,
  keys: ConfigurationKey[],
  { sampleSeconds, startWithinSeconds }: WantedConfiguration,
  untilReboot: Map<string, string>,
): Promise<{ isChanged: boolean; needsReboot: boolean }> {
  const outcome = { isChanged: false, needsReboot: false };

  /** Answers whether the charge point has taken one of these values, the best of which comes first. */
  async function write(name: string, values: string[], isSame: (a: string, b: string) => boolean): Promise<void> {
    const entry = valueOf(keys, name);
    if (!entry) return;
    for (const value of values) {
      if (isSame(value, entry.value ?? '')) return void untilReboot.delete(name);
      if (entry.readonly || untilReboot.has(name)) return;
      const status = await change(ask, entry.key, value);
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

  await write('MeterValueSampleInterval', [String(sampleSeconds)], sameNumber);
  await write('MeterValuesSampledData', MEASURANDS, sameList);
  await write('ConnectionTimeOut', [String(startWithinSeconds)], sameNumber);
  return outcome;
}

/** Whether a charge point can be asked to send a message of its own. */
export function canTrigger(keys: ConfigurationKey[]): boolean {
  const profiles = valueOf(keys, 'SupportedFeatureProfiles')?.value;
  return typeof profiles !== 'string' || profiles.includes('RemoteTrigger');
}

/** OCPP takes names of keys without regard to case. */
function valueOf(keys: ConfigurationKey[], name: string): ConfigurationKey | undefined {
  return keys.find(({ key }) => key.toLowerCase() === name.toLowerCase());
}

async function change(ask: Ask, key: string, value: string): Promise<string | undefined> {
  try {
    return (await ask('ChangeConfiguration', { key, value })).status;
  } catch (error) {
    if (error instanceof CallRefused) return 'Rejected';
    throw error;
  }
}

function sameNumber(a: string, b: string): boolean {
  return b.trim() !== '' && Number(a) === Number(b);
}

function sameList(a: string, b: string): boolean {
  return entriesOf(a) === entriesOf(b);
}

function entriesOf(text: string): string {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .toSorted()
    .join();
}
