import type { CentralSystemActions } from '@bijli/ocpp/messages';
import type { Quirks } from './quirks.ts';

type Status = CentralSystemActions['ChangeConfiguration']['answer']['status'];

const ENERGY = 'Energy.Active.Import.Register';
const MEASURANDS = [ENERGY, 'Power.Active.Import', 'SoC', 'Current.Import', 'Voltage'];

/** The feature profiles that it supports, OCPP 1.6 section 3.2. */
function profilesOf({ noLocalList, noReservations, noSmartCharging }: Quirks): string {
  const all = {
    Core: true,
    FirmwareManagement: true,
    LocalAuthListManagement: !noLocalList,
    Reservation: !noReservations,
    SmartCharging: !noSmartCharging,
    RemoteTrigger: true,
  };
  return Object.entries(all)
    .flatMap(([name, isThere]) => (isThere ? [name] : []))
    .join(',');
}

/** The configuration keys of a charge point, OCPP 1.6 section 9. */
export class Configuration {
  readonly #keys: Map<string, { readonly: boolean; value: string }>;
  readonly #measurands: string[];
  readonly #waitsForReset: boolean;
  readonly #afterReset = new Map<string, string>();
  /** How often each key was written, so that tests can find needless writes. */
  readonly writes = new Map<string, number>();

  constructor(connectors: number, hasDc: boolean, quirks: Quirks = {}) {
    const measurands = hasDc ? MEASURANDS : MEASURANDS.filter((measurand) => measurand !== 'SoC');
    this.#measurands = quirks.noPower ? [ENERGY] : measurands;
    this.#waitsForReset = quirks.rebootRequired ?? false;
    const writable = (value: string): { readonly: boolean; value: string } => ({ readonly: false, value });
    const fixed = (value: string): { readonly: boolean; value: string } => ({ readonly: true, value });
    const own = (value: number | undefined, ordinary: string) =>
      value === undefined ? writable(ordinary) : fixed(String(value));
    this.#keys = new Map([
      ['AuthorizeRemoteTxRequests', fixed('false')],
      ['ClockAlignedDataInterval', writable(String(quirks.clockAlignedSeconds ?? 0))],
      ['ConnectionTimeOut', own(quirks.connectionTimeOut, '60')],
      ['HeartbeatInterval', writable('300')],
      ['MeterValueSampleInterval', own(quirks.sampleSeconds, '60')],
      ['MeterValuesSampledData', writable(ENERGY)],
      ['NumberOfConnectors', fixed(String(connectors))],
      ['StopTransactionOnEVSideDisconnect', fixed('true')],
      ['StopTransactionOnInvalidId', quirks.ignoresInvalid ? fixed('false') : fixed('true')],
      ...(quirks.noReservations ? [] : [['ReserveConnectorZeroSupported', fixed('true')] as const]),
      ['SupportedFeatureProfiles', fixed(profilesOf(quirks))],
      ['WebSocketPingInterval', writable('30')],
    ]);
  }

  seconds(
    key: 'ClockAlignedDataInterval' | 'ConnectionTimeOut' | 'HeartbeatInterval' | 'MeterValueSampleInterval',
  ): number {
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
    if (this.#waitsForReset) {
      this.#afterReset.set(key, value);
      return 'RebootRequired';
    }
    entry.value = value;
    return 'Accepted';
  }

  /** Called at boot: pending changes take effect. */
  apply(): void {
    for (const [key, value] of this.#afterReset) this.#keys.set(key, { readonly: false, value });
    this.#afterReset.clear();
  }

  #fits(key: string, value: string): boolean {
    if (key !== 'MeterValuesSampledData') return /^\d{1,6}$/.test(value);
    return value.split(',').every((measurand) => this.#measurands.includes(measurand));
  }
}
