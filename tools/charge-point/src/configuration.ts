import type { CentralSystemActions } from '@bijli/ocpp/messages';

type Status = CentralSystemActions['ChangeConfiguration']['answer']['status'];

const MEASURANDS = ['Energy.Active.Import.Register', 'Power.Active.Import', 'SoC', 'Current.Import', 'Voltage'];

/** A charger's configuration keys, OCPP 1.6 section 9. */
export class Configuration {
  readonly #keys: Map<string, { readonly: boolean; value: string }>;
  readonly #hasDc: boolean;
  /** How often each key was written, so that a needless write shows. */
  readonly writes = new Map<string, number>();

  constructor(connectors: number, hasDc: boolean) {
    this.#hasDc = hasDc;
    const writable = (value: string): { readonly: boolean; value: string } => ({ readonly: false, value });
    const fixed = (value: string): { readonly: boolean; value: string } => ({ readonly: true, value });
    this.#keys = new Map([
      ['AuthorizeRemoteTxRequests', fixed('false')],
      ['ConnectionTimeOut', writable('60')],
      ['HeartbeatInterval', writable('300')],
      ['MeterValueSampleInterval', writable('60')],
      ['MeterValuesSampledData', writable('Energy.Active.Import.Register')],
      ['NumberOfConnectors', fixed(String(connectors))],
      ['StopTransactionOnEVSideDisconnect', fixed('true')],
      ['StopTransactionOnInvalidId', fixed('true')],
      ['SupportedFeatureProfiles', fixed('Core,RemoteTrigger')],
      ['WebSocketPingInterval', writable('30')],
    ]);
  }

  seconds(key: 'ConnectionTimeOut' | 'HeartbeatInterval' | 'MeterValueSampleInterval'): number {
    return Number(this.#keys.get(key)?.value);
  }

  samples(measurand: string): boolean {
    return this.#keys.get('MeterValuesSampledData')?.value.split(',').includes(measurand) ?? false;
  }

  get(wanted: string[] | undefined): CentralSystemActions['GetConfiguration']['answer'] {
    const names = wanted?.length ? wanted : [...this.#keys.keys()];
    const configurationKey = names.flatMap((key) => {
      const entry = this.#keys.get(key);
      return entry ? [{ key, ...entry }] : [];
    });
    return { configurationKey, unknownKey: names.filter((key) => !this.#keys.has(key)) };
  }

  change(key: string, value: string): Status {
    const entry = this.#keys.get(key);
    if (!entry) return 'NotSupported';
    if (entry.readonly || !this.#fits(key, value)) return 'Rejected';
    this.writes.set(key, (this.writes.get(key) ?? 0) + 1);
    entry.value = value;
    return 'Accepted';
  }

  #fits(key: string, value: string): boolean {
    if (key !== 'MeterValuesSampledData') return /^\d{1,6}$/.test(value);
    const known = this.#hasDc ? MEASURANDS : MEASURANDS.filter((measurand) => measurand !== 'SoC');
    return value.split(',').every((measurand) => known.includes(measurand));
  }
}
