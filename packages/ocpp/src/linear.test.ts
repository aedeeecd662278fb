import { expect, test } from 'vitest';
import { readMeterValues } from './meter-values.ts';
import { parseFrame, rawPayload, type Call } from './rpc.ts';
import { receive } from './schemas.ts';

const RECEIVED = new Date('2026-11-20T08:36:05.000Z');
/** Twice the time for twice the input, and as much again for what else the machine does; squares need four times. */
const MAX_FOR_TWICE = 3;
const MAX_TRIES = 50;
/** Below this the clock and the collector of garbage tell more than the work does. */
const MIN_MS = 2;

const list = (count: number, item: (place: number) => string): string =>
  Array.from({ length: count }, (_, place) => item(place)).join(',');
const metered = (samples: string): string =>
  `[2,"x","MeterValues",{"connectorId":1,"meterValue":[{"timestamp":"2026-11-20T08:36:00Z","sampledValue":[${samples}]}]}]`;

/** Each as long as asked for, and of the kind that takes longest. */
const FRAMES: [string, (count: number) => string][] = [
  ['phases that are objects', (count) => metered(list(count, () => '{"value":"1","phase":{}}'))],
  ['phases that are all different', (count) => metered(list(count, (place) => `{"value":"1","phase":"L${place}"}`))],
  ['contexts that are all different', (count) => metered(list(count, (place) => `{"value":"1","context":"${place}"}`))],
  ['samples without end', (count) => metered(list(count * 2, () => '{}'))],
  ['lists of lists', (count) => metered(list(count, () => '[[]]'))],
  ['a figure of many digits', (count) => metered(`{"value":"${'9'.repeat(count * 50)}"}`)],
  ['texts with signs that are taken out', (count) => metered(list(count, () => '{"value":"\\u0000\\b1"}'))],
  ['the same field again and again', (count) => metered(`{${list(count * 5, () => '"value":"1"')}}`)],
  ['fields that nobody knows', (count) => `[2,"x","Heartbeat",{${list(count * 3, (place) => `"a${place}":[]`)}}]`],
  [
    'a stop with data of the wrong kind',
    (count) => `[2,"x","StopTransaction",{"meterStop":1,"transactionData":[${list(count * 2, () => '{}')}]}]`,
  ],
  ['braces and quotes', (count) => `[2,"x","MeterValues",{"a":"${'{}\\"'.repeat(count * 2)}"}]`],
];

function read(text: string): void {
  const call = parseFrame(text) as Call;
  const payload = call.payload as { meterValue?: unknown; transactionData?: unknown };
  readMeterValues(payload.meterValue, RECEIVED);
  readMeterValues(payload.transactionData, RECEIVED);
  receive('StopTransaction', 'request', payload);
  rawPayload(call, 8192);
}

function msFor(text: string): number {
  const before = performance.now();
  read(text);
  return performance.now() - before;
}

/** How many times as long twice the input takes: the best of each, measured by turns, since the machine does other things too. */
function timesAsLong(once: string, twice: string): number {
  let [bestOnce, bestTwice] = [msFor(once), msFor(twice)];
  let ratio = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < MAX_TRIES && ratio >= MAX_FOR_TWICE; tries += 1) {
    bestOnce = Math.min(bestOnce, msFor(once));
    bestTwice = Math.min(bestTwice, msFor(twice));
    ratio = bestTwice / Math.max(MIN_MS, bestOnce);
  }
  return ratio;
}

test.each(FRAMES)('a message twice as long takes about twice as long to read: %s', (_kind, frameOf) => {
  const [once, twice] = [frameOf(8_000), frameOf(16_000)];
  read(once);
  expect(timesAsLong(once, twice)).toBeLessThan(MAX_FOR_TWICE);
});
