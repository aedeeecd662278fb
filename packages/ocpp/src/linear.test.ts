import { expect, test } from 'vitest';
import { parseMeterValues } from './meter-values.ts';
import { parseFrame, type Call } from './rpc.ts';
import { receive } from './schemas.ts';

const RECEIVED = new Date('2026-11-20T08:36:05.000Z');
const TIMES = 4;
/**
 * Four times the input should take about four times as long. It may take twice that, while a quadratic one takes four
 * times that.
 */
const MAX_RATIO = 2;
const MAX_ROUNDS = 20;
/** The machine measures a thread's time in steps of a few milliseconds, so shorter times mean nothing. */
const MIN_MS = 30;

const list = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(',');
const metered = (samples: string): string =>
  `[2,"x","MeterValues",{"connectorId":1,"meterValue":[{"timestamp":"2026-11-20T08:36:00Z","sampledValue":[${samples}]}]}]`;

/** Frames of a given length, each of a kind that takes long to read. */
const FRAMES: [string, (count: number) => string][] = [
  ['phases that are objects', (count) => metered(list(count, () => '{"value":"1","phase":{}}'))],
  ['phases that are all different', (count) => metered(list(count, (index) => `{"value":"1","phase":"L${index}"}`))],
  ['contexts that are all different', (count) => metered(list(count, (index) => `{"value":"1","context":"${index}"}`))],
  ['samples without end', (count) => metered(list(count * 2, () => '{}'))],
  ['lists of lists', (count) => metered(list(count, () => '[[]]'))],
  ['a figure of many digits', (count) => metered(`{"value":"${'9'.repeat(count * 50)}"}`)],
  ['texts with signs that are taken out', (count) => metered(list(count, () => '{"value":"\\u0000\\b1"}'))],
  ['the same field again and again', (count) => metered(`{${list(count * 5, () => '"value":"1"')}}`)],
  ['fields that nobody knows', (count) => `[2,"x","Heartbeat",{${list(count * 3, (index) => `"a${index}":[]`)}}]`],
  [
    'a stop with data of the wrong kind',
    (count) => `[2,"x","StopTransaction",{"meterStop":1,"transactionData":[${list(count * 2, () => '{}')}]}]`,
  ],
  // Both frames are long enough for their braces to be counted.
  ['braces and quotes', (count) => `[2,"x","MeterValues",{"a":"${'{}\\"abcd'.repeat(count * 2)}"}]`],
];

function read(text: string): void {
  const call = parseFrame(text) as Call;
  const payload = call.payload as { meterValue?: unknown; transactionData?: unknown };
  parseMeterValues(payload.meterValue, RECEIVED);
  parseMeterValues(payload.transactionData, RECEIVED);
  receive('StopTransaction', 'request', payload);
}

/** Processor time, not clock time: other work of the machine does not count. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Average times of many short messages and one long message, measured alternately. */
function measured(short: string, long: string): [number, number] {
  let [shortMs, longMs, turns] = [0, 0, 0];
  while (shortMs < MIN_MS || longMs < MIN_MS) {
    shortMs += cpuMs(() => {
      for (let time = 0; time < TIMES; time += 1) read(short);
    });
    longMs += cpuMs(() => read(long));
    turns += 1;
  }
  return [shortMs / turns, longMs / turns];
}

/**
 * How many times as long one long message takes as short ones of the same total length. Other work can only make a
 * measurement longer, so the least of each counts.
 */
function timesAsLong(short: string, long: string): number {
  let [least, leastOfLong] = measured(short, long);
  for (let rounds = 1; rounds < MAX_ROUNDS && leastOfLong >= least * MAX_RATIO; rounds += 1) {
    const [shortMs, longMs] = measured(short, long);
    least = Math.min(least, shortMs);
    leastOfLong = Math.min(leastOfLong, longMs);
  }
  return leastOfLong / least;
}

test.each(FRAMES)('reading a longer message takes proportionally longer: %s', (_kind, frameOf) => {
  const [short, long] = [frameOf(4_000), frameOf(4_000 * TIMES)];
  read(short);
  expect(timesAsLong(short, long)).toBeLessThan(MAX_RATIO);
});
