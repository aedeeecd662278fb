/** The measurands, units, contexts and phases of OCPP 1.6, and how each is converted. */

export type Quantity = 'registerWh' | 'powerW' | 'soc' | 'currentA' | 'voltageV' | 'temperatureC';

export interface Measurand {
  quantity: Quantity;
  defaultUnit: string;
  /** When a charge point sends several measurands for one quantity, the one with the lowest rank is used. */
  rank: number;
  /** How values of single phases are combined into one. */
  phases: 'sum' | 'mean' | 'highest';
  min: number;
  max: number;
}

const REGISTER = { quantity: 'registerWh', defaultUnit: 'wh', phases: 'sum', min: 0, max: 1e12 } as const;
const POWER = { quantity: 'powerW', defaultUnit: 'w', phases: 'sum', min: -1e7, max: 1e7 } as const;

/**
 * OCPP 1.6 section 7.31. Export registers are used when there is no import register, because some firmware mixes up the
 * names.
 */
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

/**
 * Measurands by trimmed lower-case name, because some firmware pads the names or changes their case. An empty name is
 * no measurand.
 */
const MEASURANDS_BY_NORMALIZED_NAME = new Map(
  [...MEASURANDS].map(([name, measurand]) => [typeof name === 'string' ? name.toLowerCase() : '', measurand]),
);

/** OCPP 1.6 section 7.30. Each text is mapped to itself: comparing a text with the same object costs nothing. */
export const CONTEXTS = new Map(
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

/**
 * Converts a value to the quantity's own unit, by the unit's name in lower case. These are maps because the names come
 * from outside.
 */
export const UNITS: Record<Quantity, ReadonlyMap<string, (value: number) => number>> = {
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

export const SINGLE_PHASE = 1;

/** OCPP 1.6 section 7.32: the line that a phase is on, and its rank as a value for the whole. */
export const PHASES = new Map<unknown, { line: string; rank: number }>([
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
/** A value of an unknown phase is used when there is no other, but it is never added to another. */
export const UNKNOWN_PHASE = { line: '?', rank: 4 };

/** No valid name or number is longer. Longer texts would only cost time. */
export const MAX_SAMPLE_TEXT_LENGTH = 64;

export function measurandOf(name: unknown): Measurand | undefined {
  const measurand = MEASURANDS.get(name ?? undefined);
  if (measurand || typeof name !== 'string' || name.length > MAX_SAMPLE_TEXT_LENGTH) return measurand;
  return MEASURANDS_BY_NORMALIZED_NAME.get(normalizedName(name));
}

export function normalizedName(name: string): string {
  return name.trim().toLowerCase();
}

/** Adding zero changes -0 to 0. In tests and JSON -0 equals no integer. */
function whole(value: number): number {
  return Math.round(value) + 0;
}
