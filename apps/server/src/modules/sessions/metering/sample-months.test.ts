import { beforeEach, expect, test } from 'vitest';
import { listPartitions } from '#db/migrations/partitions.ts';
import { systemClock } from '#kernel/clock.ts';
import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import { testDatabase, waitsForLock } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { PLACE, sessionsFixture } from '#testing/sessions-fixture.ts';
import { countSamples, listSamples, type Sample } from '../sessions.store.ts';
import { MeterWriter } from './meter-writer.ts';
import { createMonthPartitions, purgeSamples } from './sample-months.store.ts';

const database = await testDatabase();
const client = database.$client;
const TRANSACTION = 1000;
/** The month after those that the migration has made one part of. */
const NEXT = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1));
const at = (ms: number) => new Date(NEXT.getTime() + ms);

const sample = (sampledAt: Date, receivedAt = NEXT): Sample => ({
  transactionId: TRANSACTION,
  sampledAt,
  context: 'Sample.Periodic',
  receivedAt,
  registerWh: 1,
  powerW: null,
  soc: null,
});
async function record(...samples: Sample[]): Promise<void> {
  const writer = new MeterWriter(client, testLog, systemClock);
  const [last = sample(NEXT)] = samples;
  await writer.record(samples, {
    transactionId: TRANSACTION,
    energyWh: 1,
    powerW: undefined,
    soc: undefined,
    sampledAt: last.sampledAt,
    progressAt: last.sampledAt,
    counted: null,
  });
  await writer.whenIdle();
}
const times = async () => (await listSamples(database, TRANSACTION)).map(({ sampledAt }) => sampledAt.toISOString());
/** In which part each sample is. */
async function places(): Promise<Record<string, string>> {
  const { rows } = await client.query<{ at: Date; part: string }>(
    'select sampled_at as at, tableoid::regclass::text as part from meter_samples order by 1',
  );
  return Object.fromEntries(rows.map((row) => [row.at.toISOString().slice(0, 10), row.part]));
}
const nameOf = (month: Date) => `meter_samples_${month.toISOString().slice(0, 7).replace('-', '_')}`;
const MONTHS = [-1, 0, 1].map((after) => new Date(Date.UTC(NEXT.getUTCFullYear(), NEXT.getUTCMonth() + after)));

beforeEach(() => client.query('truncate meter_samples'));

test('a sample with an absurd timestamp is stored like any other, and its retransmission changes nothing', async () => {
  const mad = ['1970-01-01T00:00:07.000Z', '2099-12-31T23:59:59.999Z'];
  for (let times = 0; times < 2; times += 1) await record(...mad.map((time) => sample(new Date(time))));
  expect(await times()).toEqual(mad);
  expect(await places()).toMatchObject({ '2099-12-31': 'meter_samples_default' });
});

test('a new month’s partition takes over earlier samples of that month, and a retransmission across its border changes nothing', async () => {
  const border = [at(-SECOND_MS), at(0), at(SECOND_MS)];
  await record(...border.map((time) => sample(time)));
  await createMonthPartitions(database, at(-DAY_MS));
  await createMonthPartitions(database, at(0));
  const months = await listPartitions(database, 'meter_samples');
  expect(months.slice(0, 3)).toEqual(MONTHS.map(nameOf));
  await record(...border.map((time) => sample(time)));
  expect(await times()).toEqual(border.map((time) => time.toISOString()));
  expect(Object.values(await places())).toEqual([nameOf(MONTHS[0]!), nameOf(MONTHS[1]!)]);
});

test('an old month is dropped while a session writes, and so are samples with absurd timestamps that arrived as long ago', async () => {
  await createMonthPartitions(database, at(0));
  await record(sample(at(-DAY_MS), at(-1)), sample(at(0)), sample(new Date('2098-01-01'), at(-1)));
  const late = [new Date('2019-01-02'), new Date('2098-01-02')];
  await record(...late.map((time) => sample(time, at(200 * DAY_MS))), sample(new Date('2019-01-01'), at(-1)));
  const charge = await client.connect();
  await charge.query('begin');
  await charge.query('insert into meter_samples select 1001, $1, context, received_at from meter_samples limit 1', [
    at(1),
  ]);
  const purged = purgeSamples(database, { now: at(190 * DAY_MS), days: 190 });
  // Another charge writes meanwhile: it waits for the purge's patience at the most.
  await waitsForLock(client, 'detach partition');
  await record(sample(at(2)));
  await charge.query('commit');
  charge.release();
  await purged;
  expect(await listPartitions(database, 'meter_samples')).not.toContain(nameOf(MONTHS[0]!));
  const [behind, ahead] = late.map((time) => time.toISOString());
  expect(await times()).toEqual([behind, at(0).toISOString(), at(2).toISOString(), ahead]);
  expect(await places()).toMatchObject({ '2019-01-02': 'meter_samples_default' });
  expect(await countSamples(database, 1001)).toBe(1);
});

test.each([
  ['today', 200],
  ['long ago', 0],
])('a session that continues with a clock of 2019 is billed for samples that came %s', async (_, receivedOn) => {
  const { database: own, clock, server, driver, asked } = await sessionsFixture();
  clock.advance(at(200 * DAY_MS).getTime() - clock.now().getTime());
  const charging = server();
  const driverId = await driver('9688000001', 100_000);
  const { bookingId, start } = await asked(charging, driverId);
  const stamp = (second: number) => new Date(Date.UTC(2019, 0, 1, 0, 0, second));
  const { transactionId } = await charging.started({ ...start, at: stamp(0) });
  const readings = [{ at: stamp(60), context: 'Sample.Periodic', registerWh: 2000 }];
  await charging.metered({ ...PLACE, transactionId, readings, receivedAt: at(receivedOn * DAY_MS), raw: '{}' });
  await charging.purgeExpired();
  expect(await listPartitions(own, 'meter_samples')).toEqual(['meter_samples_default']);
  const lastWord = { meterStopWh: 0, reason: 'Local', readings: [], at: stamp(61), receivedAt: clock.now() };
  await charging.stopped({ chargePointId: PLACE.chargePointId, transactionId, ...lastWord });
  expect(await charging.findOfDriver(driverId, bookingId)).toMatchObject({ state: 'completed', energyWh: 1000 });
});
