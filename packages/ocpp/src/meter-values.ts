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

type Quantity = 'registerWh' | 'powerW' | 'soc' | 'currentA' | 'voltageV' | 'temperatureC';

interface Measurand {
  quantity: Quantity;
  defaultUnit: string;
  /** A lower rank is preferred where a charge point sends several measurands for one quantity. */
  rank: number;
  /** How values of single phases make one value. */
  phases: 'sum' | 'mean' | 'highest';
  min: number;
  max: number;
}

const REGISTER = { quantity: 'registerWh', defaultUnit: 'wh', phases: 'sum', min: 0, max: 1e12 } as const;
const POWER = { quantity: 'powerW', defaultUnit: 'w', phases: 'sum', min: -1e7, max: 1e7 } as const;

/** OCPP 1.6 section 7.31. Export counts where there is no import: some firmware names the register so. */
const MEASURANDS = new Map<unknown, Measurand>([
  [undefined, { ...REGISTER, rank: 0 }],
  ['Energy.Active.Import.Register', { ...REGISTER, rank: 0 }],
  ['Energy.Active.Export.Register', { ...REGISTER, rank: 1 }],
  ['Energy.Active.Export', { ...REGISTER, rank: 1 }],
  ['Power.Active.Import', { ...POWER, rank: 0 }],
  ['Power.Active.Export', { ...POWER, rank: 1 }],
  ['SoC', { quantity: 'soc', defaultUnit: 'percent', rank: 0, phases: 'mean', min: 0, max: 100 }],
  ['Current.Import', { quantity: 'currentA', defaultUnit: 'a', rank: 0, phases: 'highest', min: -1e4, max: 1e4 }],
  ['Voltage', { quantity: 'voltageV', defaultUnit: 'v', rank: 0, phases: 'mean', min: 0, max: 1e5 }],
  [
    'Temperature',
    { quantity: 'temperatureC', defaultUnit: 'celsius', rank: 0, phases: 'highest', min: -100, max: 300 },
  ],
]);

/** OCPP 1.6 section 7.30. By itself, since a text that is the same object is compared at no cost wherever a reading goes. */
const CONTEXTS = new Map(
  [
    'Interruption.Begin',
    'Interruption.End',
    'Other',
    'Sample.Clock',
    'Sample.Periodic',
    'Transaction.Begin',
    'Transaction.End',
    'Trigger',
  ].map((context) => [context, context]),
);

const same = (value: number): number => value;
const thousandfold = (value: number): number => whole(value * 1000);

/** How a unit turns into the quantity's own, by its name in lower case. Maps, since the names come from outside. */
const UNITS: Record<Quantity, ReadonlyMap<string, (value: number) => number>> = {
  registerWh: new Map([
    ['wh', whole],
    ['kwh', thousandfold],
  ]),
  powerW: new Map([
    ['w', whole],
    ['kw', thousandfold],
  ]),
  soc: new Map([
    ['percent', same],
    ['%', same],
  ]),
  currentA: new Map([['a', same]]),
  voltageV: new Map([['v', same]]),
  temperatureC: new Map([
    ['celsius', same],
    ['celcius', same],
    ['k', (value) => value - 273.15],
    ['fahrenheit', (value) => ((value - 32) * 5) / 9],
  ]),
};

/** No charge point was made before this, so an earlier time is a clock that was never set. */
const EARLIEST = Date.UTC(2015, 0, 1);
/** A clock may run a little ahead; further ahead it holds local time and calls it UTC. */
const MAX_AHEAD_MS = 10 * 60_000;
/** No time and no figure is longer; what is would only take long to read. */
const MAX_FIGURE_LENGTH = 64;
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

const SINGLE_PHASE = 1;

/** OCPP 1.6 section 7.32: the line that a phase tells of, and how much that says of the whole; see `rankOf`. */
const PHASES = new Map<unknown, { line: string; rank: number }>([
  [undefined, { line: '', rank: 0 }],
  ['', { line: '', rank: 0 }],
  ...['L1', 'L2', 'L3'].flatMap(
    (line) =>
      [
        [line, { line, rank: SINGLE_PHASE }],
        [`${line}-N`, { line, rank: SINGLE_PHASE }],
      ] as const,
  ),
  ...['L1-L2', 'L2-L3', 'L3-L1'].map((line) => [line, { line, rank: 2 }] as const),
  ['N', { line: 'N', rank: 3 }],
]);
/** A phase that OCPP does not know is better than no figure at all, but never added to another. */
const UNKNOWN_PHASE = { line: '?', rank: 4 };

/** More samples than an honest message of a megabyte holds: those of eight hours, each five seconds three figures. */
const MAX_SAMPLES = 20_000;
/** What is wrong with a message is told by its first examples. */
const MAX_PROBLEMS = 3;

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
  const tell = (problem: string | undefined): void => {
    if (problem !== undefined && (problems += 1) <= MAX_PROBLEMS) onProblem(problem);
  };
  if (meterValue !== undefined && !Array.isArray(meterValue)) tell('the meter values are no list');
  for (const entry of listOf(meterValue)) {
    if ((read += 1) > MAX_SAMPLES) break;
    if (!isRecord(entry)) {
      tell('a meter value is not an object');
      continue;
    }
    const { at, isDoubted } = chargePointTime(entry['timestamp'], receivedAt);
    if (isDoubted) tell(`timestamp ${shown(entry['timestamp'])} cannot be right`);
    const found = new Map<string, Found>();
    for (const sample of listOf(entry['sampledValue'])) {
      if ((read += 1) > MAX_SAMPLES) break;
      tell(isRecord(sample) ? take(found, sample, at, isDoubted) : 'a sampled value is not an object');
    }
    for (const { reading, rank } of found.values()) if (Object.keys(rank).length > 0) readings.push(reading);
  }
  if (read > MAX_SAMPLES) onProblem(`only the first ${MAX_SAMPLES} samples of a message are read`);
  return readings;
}

/** Puts one sampled value into the reading of its context. Answers what is wrong with it, if anything. */
function take(
  found: Map<string, Found>,
  sample: Record<string, unknown>,
  at: Date,
  isDoubted: boolean,
): string | undefined {
  const measurand = MEASURANDS.get(sample['measurand'] ?? undefined);
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
  return unit.length > MAX_FIGURE_LENGTH ? 'unknown' : unit.trim().toLowerCase();
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
  const place = location === undefined || location === null || location === 'Outlet' ? 0 : 1;
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

/** Adding zero turns -0, which equals no integer in a test or in JSON, into 0. */
function whole(value: number): number {
  return Math.round(value) + 0;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAX_FIGURE_LENGTH || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
