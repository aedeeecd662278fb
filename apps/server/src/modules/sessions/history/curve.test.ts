import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { insertMissingSamples } from '../sessions.store.ts';
import { listCurve } from './history.store.ts';

const database = await testDatabase();
const START = Date.UTC(2026, 10, 20, 10);
const MAX = 200;

beforeEach(() => database.$client.query('truncate meter_samples'));

/** One sample every five seconds, as a charge point sends them. */
async function sampled(count: number, facts: (index: number) => { powerW: number | null; soc: number | null }) {
  const samples = Array.from({ length: count }, (_, index) => ({
    transactionId: 1000,
    sampledAt: new Date(START + index * 5000),
    context: 'Sample.Periodic',
    receivedAt: new Date(START),
    registerWh: index,
    ...facts(index),
  }));
  // One statement holds only so many values.
  for (let from = 0; from < count; from += 2000) await insertMissingSamples(database, samples.slice(from, from + 2000));
}
const curve = () => listCurve(database, 1000, MAX);
const seconds = (at: Date) => (at.getTime() - START) / 1000;

test('a short session shows every sample', async () => {
  await sampled(3, (index) => ({ powerW: index * 1000, soc: index === 1 ? 40 : null }));
  expect(await curve()).toEqual([
    { sampledAt: new Date(START), powerW: 0, soc: null },
    { sampledAt: new Date(START + 5000), powerW: 1000, soc: 40 },
    { sampledAt: new Date(START + 10_000), powerW: 2000, soc: null },
  ]);
});

test.each([199, 200, 201, 400, 8640])(
  'a session of %i samples is thinned evenly to at most 200, with the first and the last',
  async (count) => {
    await sampled(count, () => ({ powerW: 7000, soc: 50 }));
    const times = (await curve()).map(({ sampledAt }) => seconds(sampledAt));
    expect(times.length).toBeLessThanOrEqual(MAX);
    expect(times.length).toBeGreaterThan(MAX / 2 - 1);
    expect([times[0], times.at(-1)]).toEqual([0, (count - 1) * 5]);
    const steps = new Set(times.slice(1, -1).map((time, index) => time - (times[index] ?? 0)));
    expect(steps.size).toBe(1);
  },
);

test('samples without power and battery level do not count', async () => {
  await sampled(300, (index) => ({ powerW: index < 100 ? 7000 : null, soc: null }));
  expect(await curve()).toHaveLength(100);
  expect(await listCurve(database, 1001, MAX)).toEqual([]);
});
