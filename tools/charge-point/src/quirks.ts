/**
 * Ways in which real charge points differ from OCPP 1.6. Each was seen in firmware in the field. Whatever a charge
 * point reports, its `meterLog` and the `deliveredWh` of its transactions stay true.
 */
export interface Quirks {
  /**
   * A periodic sample has the time at which its interval began, so times and registers are not in the same order.
   * Either for the first sample of a session or for each.
   */
  lateStamps?: 'first' | 'each' | undefined;
  /** Also sends samples at each full interval of this many seconds, as `Sample.Clock` without a transactionId. */
  clockAlignedSeconds?: number | undefined;
  /** Reports only the energy register: no power and no state of charge. */
  noPower?: boolean | undefined;
  /** Reports this many times the real power. */
  powerFactor?: number | undefined;
  /** Sends MeterValues without a transactionId. */
  noTransactionId?: boolean | undefined;
  /** A loss of power makes it forget the session: it sends no StopTransaction, or one with the transactionId -1. */
  forgetsTransaction?: 'no-stop' | 'stop-minus-one' | undefined;
  /** A session continues under its old transaction after a loss of power. Without this it is stopped as PowerLoss. */
  resumesTransaction?: boolean | undefined;
  /**
   * Loses its link for this many seconds after accepting a remote start. The session still starts when the cable is
   * plugged in.
   */
  lostLinkAtStartSeconds?: number | undefined;
  /** Takes this many seconds to do and answer each command. */
  slowAnswersSeconds?: number | undefined;
  /** Sends vendor, model, firmware, error codes and idTags as whole buffers filled with NUL. */
  nulPadding?: boolean | undefined;
  /** A fixed ConnectionTimeOut in seconds: a remote start without a cable is dropped after it. */
  connectionTimeOut?: number | undefined;
  /** A fixed sample interval in seconds. */
  sampleSeconds?: number | undefined;
  /** A changed configuration takes effect only after a Reset, and the answer says so. */
  rebootRequired?: boolean | undefined;
  /** Sends StopTransaction without a reason. */
  noStopReason?: boolean | undefined;
  /** The register starts at 0 with each transaction. */
  registerPerTransaction?: boolean | undefined;
  /** The register starts at 0 after a loss of power. */
  registerPerBoot?: boolean | undefined;
  /** Goes on delivering after its StartTransaction was answered with Invalid. */
  ignoresInvalid?: boolean | undefined;
  /** Accepts a start while the cable of the last session is still plugged in. */
  finishingAllowsStart?: boolean | undefined;
  /** Has no local list. */
  noLocalList?: boolean | undefined;
  /** Has no reservations. */
  noReservations?: boolean | undefined;
  /** Has no charging profiles. */
  noSmartCharging?: boolean | undefined;
  /** Does not have the security extension. */
  noSecurity?: boolean | undefined;
  /** Its uploads fail. */
  uploadFails?: boolean | undefined;
  /** Its uploads break off half-way. */
  uploadCut?: boolean | undefined;
  /** The last status of its updates. `Installed` when missing. */
  updateEnds?: 'DownloadFailed' | 'InstallationFailed' | 'InvalidSignature' | undefined;
  /** Accepts a remote stop at once but delivers for this many more seconds. */
  overdeliversSeconds?: number | undefined;
}

/**
 * A text as a charge point with fixed buffers sends it: filled with NUL up to `length`. An undefined text stays
 * undefined.
 */
export function padWithNul<T extends string | undefined>(text: T, length: number, { nulPadding }: Quirks): T {
  return (nulPadding ? text?.padEnd(length + 1, '\0') : text) as T;
}

const SWITCHES = [
  'noPower',
  'noTransactionId',
  'resumesTransaction',
  'nulPadding',
  'rebootRequired',
  'noStopReason',
  'registerPerTransaction',
  'registerPerBoot',
  'ignoresInvalid',
  'finishingAllowsStart',
  'noLocalList',
  'noReservations',
  'noSmartCharging',
  'noSecurity',
  'uploadFails',
  'uploadCut',
] as const;
const NUMBERS = [
  'clockAlignedSeconds',
  'powerFactor',
  'lostLinkAtStartSeconds',
  'slowAnswersSeconds',
  'connectionTimeOut',
  'sampleSeconds',
  'overdeliversSeconds',
] as const;
const WORDS: { [K in 'lateStamps' | 'forgetsTransaction' | 'updateEnds']: readonly string[] } = {
  lateStamps: ['first', 'each'],
  forgetsTransaction: ['no-stop', 'stop-minus-one'],
  updateEnds: ['DownloadFailed', 'InstallationFailed', 'InvalidSignature'],
};

/** The form of each quirk on a command line. */
export const QUIRK_FORMS: string[] = [
  ...SWITCHES,
  ...NUMBERS.map((name) => `${name}=NUMBER`),
  ...Object.entries(WORDS).map(([name, values]) => `${name}=${values.join('|')}`),
];

/** Parses quirks of a command line, such as `noPower` and `powerFactor=3`. */
export function parseQuirks(texts: string[]): Quirks {
  return Object.assign({}, ...texts.map(parseQuirk)) as Quirks;
}

function parseQuirk(text: string): Quirks {
  const [name = '', value] = text.split('=');
  const number = Number(value);
  if (value === undefined && hasName(SWITCHES, name)) return { [name]: true };
  if (value && hasName(NUMBERS, name) && number >= 0) return { [name]: number };
  if (value && Object.hasOwn(WORDS, name) && WORDS[name as keyof typeof WORDS].includes(value))
    return { [name]: value };
  throw new TypeError(`--quirk is one of ${QUIRK_FORMS.join(', ')}, not ${text}`);
}

function hasName(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
