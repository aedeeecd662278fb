import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargePointTime, parseMeterValues } from './meter-values.ts';

const RECEIVED = new Date('2026-11-20T08:36:05Z');
const TIME = '2026-11-20T08:36:00Z';

function read(sampledValue: unknown, timestamp: unknown = TIME) {
  const problems: string[] = [];
  const readings = parseMeterValues([{ timestamp, sampledValue }], RECEIVED, (problem) => problems.push(problem));
  return { readings, problems };
}

test('a sample without attributes is the energy register in Wh, sampled periodically', () => {
  expect(read([{ value: '1234' }]).readings).toEqual([
    { at: new Date(TIME), context: 'Sample.Periodic', registerWh: 1234 },
  ]);
});

test('energy, power and state of charge of one moment make one reading', () => {
  const { readings, problems } = read([
    { value: '12345', measurand: 'Energy.Active.Import.Register', unit: 'Wh', context: 'Transaction.End' },
    { value: '41800', measurand: 'Power.Active.Import', unit: 'W', context: 'Transaction.End' },
    { value: '62.5', measurand: 'SoC', unit: 'Percent', context: 'Transaction.End', location: 'EV' },
    { value: '49.98', measurand: 'Frequency', context: 'Transaction.End' },
  ]);
  expect(readings).toEqual([
    { at: new Date(TIME), context: 'Transaction.End', registerWh: 12345, powerW: 41800, soc: 62.5 },
  ]);
  expect(problems).toEqual([]);
});

test.each([
  ['kWh as a fraction', { value: '12.3456', unit: 'kWh' }, { registerWh: 12346 }],
  ['a unit in other letters', { value: '2', unit: 'KWH' }, { registerWh: 2000 }],
  ['a number where text belongs', { value: 77.4 }, { registerWh: 77 }],
  ['spaces around a number', { value: ' 77 ' }, { registerWh: 77 }],
  ['a fraction with a comma', { value: ' 12,3456', unit: 'kWh' }, { registerWh: 12346 }],
  ['empty attributes', { value: '77', measurand: '', unit: ' ', location: '', phase: '' }, { registerWh: 77 }],
  ['a padded measurand', { value: '77', measurand: 'Energy.Active.Import.Register ' }, { registerWh: 77 }],
  ['a measurand in other letters', { value: '7', unit: 'KW', measurand: 'power.active.import' }, { powerW: 7000 }],
  ['power in kW', { value: '7.4', unit: 'kW', measurand: 'Power.Active.Import' }, { powerW: 7400 }],
  ['export where there is no import', { value: '5', measurand: 'Energy.Active.Export.Register' }, { registerWh: 5 }],
  ['a register without its last word', { value: '5', measurand: 'Energy.Active.Export' }, { registerWh: 5 }],
  ['Celsius as OCPP misspells it', { value: '41', measurand: 'Temperature', unit: 'Celcius' }, { temperatureC: 41 }],
  ['Fahrenheit', { value: '212', measurand: 'Temperature', unit: 'Fahrenheit' }, { temperatureC: 100 }],
])('%s is understood', (_name, sample, expected) => {
  expect(read([sample]).readings).toEqual([{ at: new Date(TIME), context: 'Sample.Periodic', ...expected }]);
});

test.each([
  ['a unit that does not fit', { value: '5', unit: 'Percent' }],
  ['a unit nobody knows', { value: '5', unit: 'MWh' }],
  ['an empty value', { value: '' }],
  ['no value', {}],
  ['a word', { value: 'NaN' }],
  ['more than one comma', { value: '1,234,567' }],
  ['a comma before three digits, which may be thousands', { value: '1,234' }],
  ['infinity', { value: 'Infinity' }],
  ['a negative register', { value: '-1' }],
  ['a charge above 100 %', { value: '101', measurand: 'SoC' }],
  ['no object at all', 7],
])('%s is reported and affects only its own sample', (_name, sample) => {
  const { readings, problems } = read([sample, { value: '41800', measurand: 'Power.Active.Import' }]);
  expect(readings).toEqual([{ at: new Date(TIME), context: 'Sample.Periodic', powerW: 41800 }]);
  expect(problems).toHaveLength(1);
});

test('import comes before export, the outlet before the inlet, the whole before its phases, in any order', () => {
  const samples = [
    { value: '1', measurand: 'Energy.Active.Export.Register' },
    { value: '2', measurand: 'Energy.Active.Import.Register', location: 'Inlet' },
    { value: '3', measurand: 'Energy.Active.Import.Register', phase: 'L1' },
    { value: '4', measurand: 'Energy.Active.Import.Register' },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(samples, { minLength: samples.length }), (shuffled) => {
      expect(read(shuffled).readings[0]?.registerWh).toBe(4);
    }),
  );
});

test('values of single phases are added for energy and power, averaged for voltage, and the highest current counts', () => {
  const phases = (measurand: string, values: number[]) =>
    values.map((value, index) => ({ measurand, value: String(value), phase: `L${index + 1}` }));
  const { readings } = read([
    ...phases('Energy.Active.Import.Register', [100, 200, 300]),
    ...phases('Power.Active.Import', [1000, 1100, 1200]),
    ...phases('Voltage', [228, 230, 232]),
    ...phases('Current.Import', [14, 16, 15]),
    { measurand: 'Current.Import', value: '99', phase: 'N' },
    { measurand: 'Voltage', value: '400', phase: 'L1-L2' },
  ]);
  expect(readings).toEqual([
    { at: new Date(TIME), context: 'Sample.Periodic', registerWh: 600, powerW: 3300, voltageV: 230, currentA: 16 },
  ]);
});

test('a line that is reported twice counts once', () => {
  const { readings } = read(['L1', 'L2', 'L3', 'L1-N', 'L2-N', 'L3-N'].map((phase) => ({ value: '100', phase })));
  expect(readings[0]?.registerWh).toBe(300);
});

test('samples of different contexts at one moment stay apart', () => {
  const { readings } = read([
    { value: '10', context: 'Transaction.Begin' },
    { value: '11', context: 'Sample.Clock' },
  ]);
  expect(readings.map(({ context, registerWh }) => [context, registerWh])).toEqual([
    ['Transaction.Begin', 10],
    ['Sample.Clock', 11],
  ]);
});

test('an entry for each measurand or phase makes one reading of their moment; a repeated measurand begins a second one', () => {
  const entry = (sample: object, timestamp = TIME) => ({ timestamp, sampledValue: [sample] });
  const later = '2026-11-20T08:36:01Z';
  const soc = { value: '62.5', measurand: 'SoC', location: 'EV' };
  const meterValue = [
    entry(soc),
    ...['L1', 'L2', 'L3'].map((phase) => entry({ value: '100', phase })),
    entry({ value: '41800', measurand: 'Power.Active.Import' }),
    entry({ value: '110', phase: 'L2' }),
    entry({ value: '500' }, later),
    entry({ value: '510' }, later),
    entry(soc, later),
  ];
  expect(parseMeterValues(meterValue, RECEIVED)).toEqual([
    { at: new Date(TIME), context: 'Sample.Periodic', registerWh: 300, powerW: 41800, soc: 62.5 },
    { at: new Date(TIME), context: 'Sample.Periodic', registerWh: 110 },
    { at: new Date(later), context: 'Sample.Periodic', registerWh: 500 },
    { at: new Date(later), context: 'Sample.Periodic', registerWh: 510, soc: 62.5 },
  ]);
});

test('entries without a time are not from one moment', () => {
  const meterValue = [{ sampledValue: { value: '10' } }, { sampledValue: { value: '62', measurand: 'SoC' } }];
  expect(parseMeterValues(meterValue, RECEIVED)).toHaveLength(2);
});

test('a context that OCPP does not know counts as Other, since it becomes part of a key', () => {
  const { readings } = read([{ value: '10', context: `Vendor\u0000${'x'.repeat(5000)}` }]);
  expect(readings.map(({ context, registerWh }) => [context, registerWh])).toEqual([['Other', 10]]);
});

test.each(['0', '0.0', 0])(
  'a state of charge of %j counts as unknown: charge points send it if the car reports nothing',
  (value) => {
    const { readings, problems } = read([{ value, measurand: 'SoC', unit: 'Percent' }, { value: '10' }]);
    expect(readings).toEqual([{ at: new Date(TIME), context: 'Sample.Periodic', registerWh: 10 }]);
    expect(problems).toEqual([]);
  },
);

test('a signed value is not read as a number', () => {
  expect(read([{ value: '123', format: 'SignedData' }]).readings).toEqual([]);
});

test.each([
  ['1970', '1970-01-01T00:10:00Z'],
  ['the day when the firmware was built', '2024-02-29T00:10:00Z'],
  ['Indian local time called UTC', '2026-11-20T14:06:00Z'],
  ['no time', undefined],
  ['no date', 'yesterday'],
])('a clock that says %s is replaced by the time of receipt', (_name, timestamp) => {
  const problems: string[] = [];
  const value = [{ timestamp, sampledValue: [{ value: '5' }] }];
  expect(parseMeterValues(value, RECEIVED, (problem) => problems.push(problem))).toEqual([
    { at: RECEIVED, context: 'Sample.Periodic', registerWh: 5, isClockDoubted: true },
  ]);
  expect(problems).toHaveLength(1);
});

test('a time from before an outage stays, one without a zone is UTC, one with an offset is converted', () => {
  expect(chargePointTime('2026-11-19T20:00:00.000Z', RECEIVED)).toEqual({
    at: new Date('2026-11-19T20:00:00Z'),
    isDoubted: false,
  });
  const weeksAgo = '2026-09-22T08:36:05.000Z';
  expect(chargePointTime(weeksAgo, RECEIVED)).toEqual({ at: new Date(weeksAgo), isDoubted: false });
  expect(chargePointTime('2026-11-20T08:36:00', RECEIVED).at).toEqual(new Date(TIME));
  expect(chargePointTime('2026-11-20 08:36:00', RECEIVED).at).toEqual(new Date(TIME));
  expect(chargePointTime('2026-11-20T14:06:00+05:30', RECEIVED).at).toEqual(new Date(TIME));
});

test('whatever a charge point sends, reading it neither throws nor gives an impossible figure', () => {
  const sample = fc.record(
    {
      value: fc.oneof(fc.string(), fc.double(), fc.double().map(String), fc.constant(null)),
      measurand: fc.constantFrom('Energy.Active.Import.Register', 'Power.Active.Import', 'SoC', 'Voltage', '__proto__'),
      unit: fc.constantFrom('Wh', 'kWh', 'W', 'kW', 'Percent', 'V', 'constructor', ''),
      phase: fc.constantFrom('L1', 'L2', 'N', 'L1-N', 'L1-L2'),
      context: fc.oneof(fc.string(), fc.integer()),
    },
    { requiredKeys: [] },
  );
  const entry = fc.record({
    timestamp: fc.oneof(
      fc.string(),
      fc.integer(),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    ),
    sampledValue: fc.oneof(fc.array(sample), sample, fc.anything()),
  });
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.oneof(entry, fc.anything())), fc.anything()), (meterValue) => {
      for (const reading of parseMeterValues(meterValue, RECEIVED)) {
        expect(reading.at.getTime()).toBeLessThanOrEqual(RECEIVED.getTime() + 600_000);
        if (reading.registerWh !== undefined) {
          expect(Number.isSafeInteger(reading.registerWh) && reading.registerWh >= 0).toBe(true);
        }
        if (reading.soc !== undefined) expect(reading.soc >= 0 && reading.soc <= 100).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test('the same energy in Wh or kWh, as text or number, is the same register', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e11 }), (wh) => {
      const forms = [
        { value: String(wh) },
        { value: wh, unit: 'Wh' },
        { value: String(wh / 1000), unit: 'kWh' },
        { value: `${wh}.0` },
      ];
      for (const form of forms) expect(read([form]).readings[0]?.registerWh).toBe(wh);
    }),
  );
});

test('phases that OCPP does not know are never added up, and count only if there is nothing else', () => {
  const unknown = ['L4', 'l1', '', 'L1-L2-L3'].map((phase) => ({ value: '100', phase }));
  expect(read(unknown.slice(0, 2)).readings[0]?.registerWh).toBe(100);
  expect(read([...unknown.slice(0, 2), { value: '7', phase: 'L1' }]).readings[0]?.registerWh).toBe(7);
  expect(read(unknown).readings[0]?.registerWh).toBe(100);
  expect(read([{ value: '5', phase: {} }]).readings).toEqual([]);
});

test('the problems of a thousand samples are reported by three, and never longer than a line', () => {
  const problems: string[] = [];
  const bad = { value: 'x'.repeat(100_000), unit: [['[']] };
  parseMeterValues([{ timestamp: TIME, sampledValue: Array.from({ length: 1000 }, () => bad) }], RECEIVED, (messages) =>
    problems.push(messages),
  );
  expect(problems).toHaveLength(3);
  for (const problem of problems) expect(problem.length).toBeLessThan(200);
});

test('a deeply nested figure, unit or time is reported and left out', () => {
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  const samples = [
    { value: deep },
    { value: '5', unit: deep },
    { value: '5', phase: deep },
    { value: '7', context: deep },
  ];
  const { readings } = read(samples);
  expect(readings.map(({ registerWh }) => registerWh)).toEqual([5]);
  expect(parseMeterValues([{ timestamp: deep, sampledValue: [deep] }, deep], RECEIVED)).toEqual([]);
});

test('of a message with more samples than any session has, the first are read', () => {
  const many = Array.from({ length: 15_000 }, (_, second) => ({
    timestamp: new Date(Date.parse(TIME) - second).toISOString(),
    sampledValue: [{ value: '5' }],
  }));
  const problems: string[] = [];
  expect(parseMeterValues(many, RECEIVED, (messages) => problems.push(messages))).toHaveLength(10_000);
  expect(problems).toEqual(['only the first 20000 samples of a message are read']);
});
