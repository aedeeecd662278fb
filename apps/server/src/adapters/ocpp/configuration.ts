import type { CentralSystemAction, CentralSystemActions, Received } from '@bijli/ocpp/messages';

/** Calls a charger in the background. */
export type Ask = <A extends CentralSystemAction>(
  action: A,
  request: CentralSystemActions[A]['request'],
) => Promise<Received<CentralSystemActions[A]['answer']>>;

const ENERGY = 'Energy.Active.Import.Register';
const POWER = 'Power.Active.Import';

/** Best first: AC chargers refuse the state of charge, the simplest ones power too. */
const MEASURANDS = [`${ENERGY},${POWER},SoC`, `${ENERGY},${POWER}`, ENERGY];

/**
 * Makes a charger sample as we need it (OCPP 1.6 section 9.1). It reads first and writes only what differs, since blind
 * writes put some chargers into reboot loops. Answers whether the charger can be asked to send a message of its own.
 */
export async function configure(ask: Ask, sampleSeconds: number): Promise<{ canTrigger: boolean }> {
  const { configurationKey = [] } = await ask('GetConfiguration', {
    key: ['MeterValueSampleInterval', 'MeterValuesSampledData', 'SupportedFeatureProfiles'],
  });
  const keys = new Map(configurationKey.map((entry) => [entry.key, entry]));

  const interval = keys.get('MeterValueSampleInterval');
  if (interval && !interval.readonly && Number(interval.value) !== sampleSeconds) {
    await ask('ChangeConfiguration', { key: interval.key, value: String(sampleSeconds) });
  }

  const measurands = keys.get('MeterValuesSampledData');
  if (measurands && !measurands.readonly) {
    for (const value of MEASURANDS) {
      if (sameList(value, measurands.value ?? '')) break;
      const { status } = await ask('ChangeConfiguration', { key: measurands.key, value });
      if (status !== 'Rejected') break;
    }
  }

  const profiles = keys.get('SupportedFeatureProfiles')?.value;
  return { canTrigger: profiles === undefined || profiles.includes('RemoteTrigger') };
}

function sameList(a: string, b: string): boolean {
  return listed(a) === listed(b);
}

function listed(text: string): string {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .toSorted()
    .join();
}
