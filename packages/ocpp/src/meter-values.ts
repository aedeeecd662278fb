import {
  CONTEXTS,
  MAX_SAMPLE_TEXT_LENGTH,
  measurandOf,
  PHASES,
  normalizedName,
  SINGLE_PHASE,
  UNITS,
  UNKNOWN_PHASE,
  type Measurand,
  type Quantity,
} from './measurands.ts';

/**
 * What a charge point measured at one moment. Everything except the time and the context may be missing: AC charge
 * points do not know the state of charge, and simple ones send only energy.
 */
export interface MeterReading {
  /** The charge point's own time. The time of receipt when the charge point's clock cannot be right. */
  at: Date;
  /** OCPP 1.6 ReadingContext, such as Sample.Periodic, Transaction.Begin or Transaction.End. */
  context: string;
  /** The meter's register in whole Wh, as the charge point sent it. It may restart or go back. */
  registerWh?: number | undefined;
  powerW?: number | undefined;
  /** State of charge in percent. */
  soc?: number | undefined;
  currentA?: number | undefined;
  voltageV?: number | undefined;
  temperatureC?: number | undefined;
  /** True if `at` is not the time that the charge point sent. */
  isClockDoubted?: true | undefined;
}

/**
 * Charge points deliver weeks late after an outage. An earlier time comes from a clock that was never set, which shows
 * 1970 or the day when its firmware was built.
 */
const MAX_BEHIND_MS = 60 * 24 * 3_600_000;
/** A clock may run a little ahead. If it is further ahead, it shows local time and calls it UTC. */
const MAX_AHEAD_MS = 10 * 60_000;
const HAS_ZONE = /(?:z|[+-]\d\d:?\d\d)$/i;

/**
 * Parses a time that a charge point sent. A time without a zone is UTC (OCPP 1.6 section 3.13 advises UTC), wherever
 * the server runs. An impossible time is replaced by the time of receipt. An old but possible time stays, because
 * charge points deliver late after an outage. `claimedAt`: a time that was replaced because the clock is far behind.
 * Alone it says nothing, but two of one clock show how long something took.
 */
export function chargePointTime(text: unknown, receivedAt: Date): { at: Date; isDoubted: boolean; claimedAt?: Date } {
  if (typeof text === 'string' && text.length <= MAX_SAMPLE_TEXT_LENGTH) {
    const time = Date.parse(HAS_ZONE.test(text) ? text : `${text.replace(' ', 'T')}Z`);
    const aheadMs = time - receivedAt.getTime();
    if (aheadMs >= -MAX_BEHIND_MS && aheadMs <= MAX_AHEAD_MS) return { at: new Date(time), isDoubted: false };
    if (aheadMs < 0) return { at: receivedAt, isDoubted: true, claimedAt: new Date(time) };
  }
  return { at: receivedAt, isDoubted: true };
}

/**
 * A decimal comma, as firmware with a German setting writes it. Three digits after the comma may also be thousands, so
 * such a value is not accepted.
 */
const DECIMAL_COMMA = /^\s*-?\d+,(?:\d{1,2}|\d{4,})\s*$/;

/** More samples than a valid message of a megabyte has: eight hours with three figures every five seconds. */
const MAX_SAMPLES = 20_000;
/** The problems of a message are reported by their first examples. */
const MAX_PROBLEMS = 3;

/** What the entries with one timestamp have contained so far. */
interface Moment {
  timestamp: unknown;
  /** The samples of its first entry. */
  samples: unknown[];
  /** The kinds of its samples. Created when a second entry has the same timestamp. */
  kinds: Set<string> | undefined;
  found: Map<string, Found>;
}

/** The best value so far of each quantity of one reading. */
interface Found {
  reading: MeterReading;
  rank: Partial<Record<Quantity, number>>;
  /** The lines (L1, L2, L3) that were added to a value that is made from phases. */
  lines: Partial<Record<Quantity, string[]>>;
}

/**
 * Parses the `meterValue` of MeterValues, or the `transactionData` of StopTransaction, into readings (OCPP 1.6
 * sections 6.31 and 7.33): one for each timestamp and context, in the order sent. Readings without a known quantity are
 * left out. A sample that cannot be read is skipped and reported to `onProblem`. The function never throws, and its
 * time grows only in proportion to the input.
 */
export function parseMeterValues(
  meterValue: unknown,
  receivedAt: Date,
  onProblem: (problem: string) => void = () => undefined,
): MeterReading[] {
  const readings: MeterReading[] = [];
  let problems = 0;
  let read = 0;
  let moment: Moment | undefined;
  const tell = (problem: string | undefined): void => {
    if (problem !== undefined && (problems += 1) <= MAX_PROBLEMS) onProblem(problem);
  };
  for (const entry of listOf(meterValue)) {
    if ((read += 1) > MAX_SAMPLES) break;
    if (!isRecord(entry)) {
      tell('a meter value is not an object');
      continue;
    }
    const { timestamp } = entry;
    const { at, isDoubted } = chargePointTime(timestamp, receivedAt);
    if (isDoubted) tell(`timestamp ${shown(timestamp)} cannot be right`);
    const samples = listOf(entry['sampledValue']);
    if (!moment || !goesOn(moment, timestamp, samples)) {
      readings.push(...readingsOf(moment));
      moment = { timestamp, samples, kinds: undefined, found: new Map() };
    }
    for (const sample of samples) {
      if ((read += 1) > MAX_SAMPLES) break;
      tell(isRecord(sample) ? take(moment.found, sample, at, isDoubted) : 'a sampled value is not an object');
    }
  }
  readings.push(...readingsOf(moment));
  if (read > MAX_SAMPLES) onProblem(`only the first ${MAX_SAMPLES} samples of a message are read`);
  return readings;
}

function readingsOf(moment: Moment | undefined): MeterReading[] {
  const all = [...(moment?.found.values() ?? [])];
  return all.filter(({ rank }) => Object.keys(rank).length > 0).map(({ reading }) => reading);
}

/**
 * True if an entry belongs to the same moment: some firmware writes one entry for each measurand or phase. Samples of
 * a kind that the moment already has belong to another moment, which has the same timestamp because the clock counts
 * whole minutes.
 */
function goesOn(moment: Moment, timestamp: unknown, samples: unknown[]): boolean {
  if (typeof timestamp !== 'string' || timestamp !== moment.timestamp) return false;
  const known = (moment.kinds ??= new Set(moment.samples.map(kindOf)));
  const kinds = samples.map(kindOf);
  if (kinds.some((kind) => known.has(kind))) return false;
  for (const kind of kinds) known.add(kind);
  return true;
}

/** The kind of a sampled value: its context, measurand, location and phase, as far as OCPP knows them. */
function kindOf(sample: unknown): string {
  if (!isRecord(sample)) return '';
  const { measurand, context, location, phase } = sample;
  return [measurand, context, location, phase].map((part) => (typeof part === 'string' ? part : '')).join('\n');
}

/** Adds one sampled value to the reading of its context. Returns what is wrong with it, or undefined. */
function take(
  found: Map<string, Found>,
  sample: Record<string, unknown>,
  at: Date,
  isDoubted: boolean,
): string | undefined {
  const measurand = measurandOf(sample['measurand']);
  if (!measurand) return undefined;
  if (sample['format'] === 'SignedData') return undefined;
  const { quantity } = measurand;

  const phase = PHASES.get(sample['phase'] ?? undefined);
  if (!phase && typeof sample['phase'] !== 'string') return 'the phase is no text';
  const number = numberOf(sample['value']);
  if (number === undefined) return `value ${shown(sample['value'])} of ${quantity} is not a number`;
  const unit = unitOf(sample['unit']) ?? measurand.defaultUnit;
  const convert = UNITS[quantity].get(unit);
  if (!convert) return `unit ${shown(sample['unit'])} does not fit ${quantity}`;
  const value = convert(number);
  if (!(value >= measurand.min && value <= measurand.max))
    return `value ${number} ${unit} of ${quantity} is out of range`;
  // AC charge points send 0 for every car, and DC ones until the car reports. A battery that is really empty is
  // reported as soon as it has gained a percent.
  if (quantity === 'soc' && value === 0) return undefined;

  const context = contextOf(sample['context']);
  let home = found.get(context);
  if (!home) {
    home = { reading: isDoubted ? { at, context, isClockDoubted: true } : { at, context }, rank: {}, lines: {} };
    found.set(context, home);
  }
  const { line, rank } = phase ?? UNKNOWN_PHASE;
  settle(home, measurand, value, rankOf(measurand, sample['location'], rank), line);
  return phase ? undefined : `phase ${shown(sample['phase'])} is unknown`;
}

function unitOf(unit: unknown): string | undefined {
  if (typeof unit !== 'string') return undefined;
  return unit.length > MAX_SAMPLE_TEXT_LENGTH ? 'unknown' : normalizedName(unit) || undefined;
}

/**
 * A value that a charge point sent, shortened so that it can be found. Lists and objects are not printed, because they
 * may be very deep.
 */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_SAMPLE_TEXT_LENGTH));
  return typeof value === 'object' && value !== null ? 'of no plain type' : String(value);
}

/** Only a known context is accepted, because it becomes part of the key of the stored sample. */
function contextOf(context: unknown): string {
  if (typeof context !== 'string') return 'Sample.Periodic';
  return CONTEXTS.get(context) ?? 'Other';
}

/**
 * Ranks import before export, the outlet before other locations, the whole before its phases, and phase-to-neutral
 * before the other phases.
 */
function rankOf(measurand: Measurand, location: unknown, phaseRank: number): number {
  const place = (location ?? '') === '' || location === 'Outlet' ? 0 : 1;
  return measurand.rank * 100 + place * 10 + phaseRank;
}

function settle(found: Found, { quantity, phases }: Measurand, value: number, newRank: number, line: string): void {
  const { reading, rank } = found;
  const before = reading[quantity];
  const oldRank = rank[quantity];
  if (before === undefined || oldRank === undefined || newRank < oldRank) {
    reading[quantity] = value;
    rank[quantity] = newRank;
    found.lines[quantity] = [line];
    return;
  }
  const lines = found.lines[quantity] ?? [];
  if (newRank > oldRank || newRank % 10 !== SINGLE_PHASE || lines.includes(line)) return;
  lines.push(line);
  if (phases === 'sum') reading[quantity] = before + value;
  else if (phases === 'highest') reading[quantity] = Math.max(before, value);
  else reading[quantity] = before + (value - before) / lines.length;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAX_SAMPLE_TEXT_LENGTH || value.trim() === '') return undefined;
  const number = Number(DECIMAL_COMMA.test(value) ? value.replace(',', '.') : value);
  return Number.isFinite(number) ? number : undefined;
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
