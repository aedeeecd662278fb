import {
  CONTEXTS,
  MAX_FIGURE_LENGTH,
  measurandOf,
  PHASES,
  plain,
  SINGLE_PHASE,
  UNITS,
  UNKNOWN_PHASE,
  type Measurand,
  type Quantity,
} from './measurands.ts';

/**
 * What a charge point measured at one moment. Anything but the time and the context may be missing: AC charge points know no state
 * of charge, simple ones send energy alone.
 */
export interface MeterReading {
  /** The charge point's own time, or the time of receipt when the charge point's clock cannot be right. */
  at: Date;
  /** OCPP 1.6 ReadingContext, e.g. Sample.Periodic, Transaction.Begin, Transaction.End. */
  context: string;
  /** The meter's register, whole Wh. May restart or step back; it is as the charge point said. */
  registerWh?: number | undefined;
  powerW?: number | undefined;
  /** State of charge, percent. */
  soc?: number | undefined;
  currentA?: number | undefined;
  voltageV?: number | undefined;
  temperatureC?: number | undefined;
  /** True when `at` is not what the charge point said. */
  isClockDoubted?: true | undefined;
}

/** No charge point was made before this, so an earlier time is a clock that was never set. */
const EARLIEST = Date.UTC(2015, 0, 1);
/** A clock may run a little ahead; further ahead it holds local time and calls it UTC. */
const MAX_AHEAD_MS = 10 * 60_000;
const HAS_ZONE = /(?:z|[+-]\d\d:?\d\d)$/i;

/**
 * Reads a time that a charge point wrote. One without a zone is UTC (OCPP 1.6 section 3.13 advises UTC). A time that cannot
 * be right is replaced by the time of receipt; an old but possible one stays, since charge points deliver late after an outage.
 */
export function chargePointTime(text: unknown, receivedAt: Date): { at: Date; isDoubted: boolean } {
  if (typeof text === 'string' && text.length <= MAX_FIGURE_LENGTH) {
    const time = Date.parse(HAS_ZONE.test(text) || !text.includes('T') ? text : `${text}Z`);
    if (time >= EARLIEST && time <= receivedAt.getTime() + MAX_AHEAD_MS)
      return { at: new Date(time), isDoubted: false };
  }
  return { at: receivedAt, isDoubted: true };
}

/**
 * As firmware writes fractions that is set to German. Three digits after the comma may as well be thousands, so such a value is not read.
 */
const DECIMAL_COMMA = /^\s*-?\d+,(?:\d{1,2}|\d{4,})\s*$/;

/** More samples than an honest message of a megabyte holds: those of eight hours, each five seconds three figures. */
const MAX_SAMPLES = 20_000;
/** What is wrong with a message is told by its first examples. */
const MAX_PROBLEMS = 3;

/** What entries of one time have told so far. */
interface Moment {
  timestamp: unknown;
  /** Of its first entry. */
  samples: unknown[];
  /** What its samples are of; made when a second entry has its time. */
  kinds: Set<string> | undefined;
  found: Map<string, Found>;
}

/** The best value seen so far of each quantity of one reading. */
interface Found {
  reading: MeterReading;
  rank: Partial<Record<Quantity, number>>;
  /** The lines (L1, L2, L3) that are in it, where it was made from phases. */
  lines: Partial<Record<Quantity, string[]>>;
}

/**
 * Turns the `meterValue` of MeterValues, or the `transactionData` of StopTransaction, into readings (OCPP 1.6 sections
 * 6.31 and 7.33): one for each time and context, in the order sent, those without any known quantity left out.
 * What cannot be read is left out sample by sample and told to `onProblem`; it never throws, and the time it takes grows no
 * faster than what it reads.
 */
export function readMeterValues(
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
 * Whether an entry tells more of the same moment: some firmware writes one for each measurand or phase. Samples of a kind that
 * it has told already are of another moment, which a clock of whole minutes gives the same time.
 */
function goesOn(moment: Moment, timestamp: unknown, samples: unknown[]): boolean {
  if (typeof timestamp !== 'string' || timestamp !== moment.timestamp) return false;
  const known = (moment.kinds ??= new Set(moment.samples.map(kindOf)));
  const kinds = samples.map(kindOf);
  if (kinds.some((kind) => known.has(kind))) return false;
  for (const kind of kinds) known.add(kind);
  return true;
}

/** What a sampled value is of, as far as OCPP knows it. */
function kindOf(sample: unknown): string {
  if (!isRecord(sample)) return '';
  const { measurand, context, location, phase } = sample;
  return [measurand, context, location, phase].map((part) => (typeof part === 'string' ? part : '')).join('\n');
}

/** Puts one sampled value into the reading of its context. Answers what is wrong with it, if anything. */
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
  // AC charge points say so of every car, and DC ones until the car has told: an empty battery is told once it has a percent.
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
  return unit.length > MAX_FIGURE_LENGTH ? 'unknown' : plain(unit) || undefined;
}

/** Something that a charge point wrote, as far as it helps to find it; lists and objects may be too deep to be written. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_FIGURE_LENGTH));
  return typeof value === 'object' && value !== null ? 'of no plain type' : String(value);
}

/** Nothing but a known one is taken over: it becomes part of the key that a sample is stored under. */
function contextOf(context: unknown): string {
  if (typeof context !== 'string') return 'Sample.Periodic';
  return CONTEXTS.get(context) ?? 'Other';
}

/** Import before export, the outlet before other places, the whole before its phases, phase to neutral before the rest. */
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
  if (typeof value !== 'string' || value.length > MAX_FIGURE_LENGTH || value.trim() === '') return undefined;
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
