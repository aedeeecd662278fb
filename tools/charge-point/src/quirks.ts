/**
 * What real charge points do that OCPP 1.6 does not say, or forbids. Each switch was seen in firmware in the field. Whatever a
 * charge point tells, its `meterLog` and the `deliveredWh` of its transactions stay the truth about what has flowed.
 */
export interface Quirks {
  /**
   * A periodic sample bears the time at which its interval began, so that readings sorted by their time go up and down:
   * only the first sample of a session, or each.
   */
  lateStamps?: 'first' | 'each' | undefined;
  /** Reads the meter at each full interval of so many seconds too, as `Sample.Clock` and without a transactionId. */
  clockAlignedSeconds?: number | undefined;
  /** Knows the energy register and nothing else: no power, no state of charge. */
  noPower?: boolean | undefined;
  /** Reports so many times the power that flows. */
  powerFactor?: number | undefined;
  /** MeterValues without a transactionId. */
  noTransactionId?: boolean | undefined;
  /** A loss of power makes it forget the session: no StopTransaction ever comes, or one with the transactionId -1. */
  forgetsTransaction?: 'no-stop' | 'stop-minus-one' | undefined;
  /** After a loss of power the session goes on under its old transaction. Without this it is stopped as PowerLoss. */
  resumesTransaction?: boolean | undefined;
  /** Loses its link just after it has accepted a remote start, for so many seconds; it starts when the cable comes all the same. */
  lostLinkAtStartSeconds?: number | undefined;
  /** Takes so many seconds to do and answer what it is asked. */
  slowAnswersSeconds?: number | undefined;
  /** Vendor, model, firmware, error codes and idTags are sent as the whole buffer they stand in, filled with NUL. */
  nulPadding?: boolean | undefined;
  /** Its own ConnectionTimeOut in seconds, which nobody may change: a remote start without a cable is dropped after it. */
  connectionTimeOut?: number | undefined;
  /** Takes its own sample interval in seconds, which nobody may change. */
  sampleSeconds?: number | undefined;
  /** A changed configuration counts only after a Reset, and it says so. */
  rebootRequired?: boolean | undefined;
  /** StopTransaction without a reason. */
  noStopReason?: boolean | undefined;
  /** The register begins at 0 with each transaction. */
  registerPerTransaction?: boolean | undefined;
  /** The register begins at 0 after a loss of power. */
  registerPerBoot?: boolean | undefined;
  /** Goes on delivering after its StartTransaction was answered with Invalid. */
  ignoresInvalid?: boolean | undefined;
  /** Accepts a start while the cable of the session before is still in. */
  finishingAllowsStart?: boolean | undefined;
  /** Keeps no list of tags. */
  noLocalList?: boolean | undefined;
  /** Takes no reservations. */
  noReservations?: boolean | undefined;
  /** Takes no charging profiles. */
  noSmartCharging?: boolean | undefined;
  /** Knows nothing of the security extension. */
  noSecurity?: boolean | undefined;
  /** Its uploads fail. */
  uploadFails?: boolean | undefined;
  /** Its uploads break off half-way. */
  uploadCut?: boolean | undefined;
  /** How its updates end; `Installed` when missing. */
  updateEnds?: 'DownloadFailed' | 'InstallationFailed' | 'InvalidSignature' | undefined;
  /** Accepts a remote stop at once and goes on delivering for so many seconds. */
  overdeliversSeconds?: number | undefined;
}

/** A text of at most so many characters as a charge point sends it that knows no shorter one; what is missing stays so. */
export function nulPadded<T extends string | undefined>(text: T, length: number, { nulPadding }: Quirks): T {
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

/** Each quirk as it is written on a command line. */
export const QUIRK_FORMS: string[] = [
  ...SWITCHES,
  ...NUMBERS.map((name) => `${name}=NUMBER`),
  ...Object.entries(WORDS).map(([name, values]) => `${name}=${values.join('|')}`),
];

/** Reads quirks as they are written on a command line, such as `noPower` and `powerFactor=3`. */
export function readQuirks(texts: string[]): Quirks {
  return Object.assign({}, ...texts.map(readQuirk)) as Quirks;
}

function readQuirk(text: string): Quirks {
  const [name = '', value] = text.split('=');
  const number = Number(value);
  if (value === undefined && isOneOf(SWITCHES, name)) return { [name]: true };
  if (value && isOneOf(NUMBERS, name) && number >= 0) return { [name]: number };
  if (value && Object.hasOwn(WORDS, name) && WORDS[name as keyof typeof WORDS].includes(value))
    return { [name]: value };
  throw new TypeError(`--quirk is one of ${QUIRK_FORMS.join(', ')}, not ${text}`);
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
