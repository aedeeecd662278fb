import type { Pool } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { systemClock, TestClock } from '#kernel/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import type { MeterState } from './meter-writer.store.ts';
import { MeterWriter } from './meter-writer.ts';

const database = await testDatabase();
const client = database.$client;
const START = Date.UTC(2026, 0, 1);

const sample = (transactionId: number, second: number) => ({
  transactionId,
  sampledAt: new Date(START + second * 1000),
  context: 'Sample.Periodic',
  receivedAt: new Date(),
  registerWh: second,
  powerW: 7_000,
  soc: null,
});
const state = (transactionId: number, second: number): MeterState => ({
  transactionId,
  energyWh: second,
  powerW: 7_000,
  soc: undefined,
  sampledAt: new Date(START + second * 1000),
  progressAt: new Date(),
  counted: null,
});
const count = async () =>
  (await client.query<{ count: number }>('select count(*)::int as count from meter_samples')).rows[0]?.count;
const energyOf = async (transactionId: number) => {
  const query = 'select energy_wh from charging_sessions where transaction_id = $1';
  return (await client.query<{ energy_wh: number }>(query, [transactionId])).rows[0]?.energy_wh;
};

/** Passes statements on, and keeps the name and the end of each. */
function watchedPool() {
  const written: string[] = [];
  const ended: Promise<unknown>[] = [];
  const pool = {
    query(statement: { name: string; text: string; values: unknown[] }) {
      written.push(statement.name);
      const answer = client.query(statement);
      ended.push(answer);
      return answer;
    },
  } as unknown as Pool;
  return { pool, written, ended };
}

beforeEach(async () => {
  await client.query('truncate meter_samples, charging_sessions cascade');
  // A session stands for itself here: who drives and where is not asked.
  await client.query(`
    begin;
    set local session_replication_role = replica;
    insert into charging_sessions (booking_id, driver_id, station_id, charger_id, connector, id_tag, state,
      price_paise_per_kwh, gst_basis_points, limit_wh, hold_paise, created_at, transaction_id)
    select 'B-' || id, 1, 's', 'C-' || id, 1, 'T' || id, 'charging', 1, 1, 1, 1, now(), id from generate_series(1000, 1009) as id;
    commit`);
});

test('samples are durable when they are acknowledged, and the session’s row follows with the latest', async () => {
  const writer = new MeterWriter(client, testLog, systemClock);
  const chargePoints = Array.from({ length: 10 }, async (_, index) => {
    for (let second = 1; second <= 50; second += 1) {
      await writer.record([sample(1000 + index, second)], state(1000 + index, second));
    }
  });
  await Promise.all(chargePoints);
  expect(await count()).toBe(500);
  await writer.whenIdle();
  expect(await Promise.all([1000, 1004, 1009].map(energyOf))).toEqual([50, 50, 50]);
});

test('a repeated sample is acknowledged and stored once', async () => {
  const writer = new MeterWriter(client, testLog, systemClock);
  await Promise.all([1, 1, 2].map((second) => writer.record([sample(1000, second)], state(1000, second))));
  expect(await count()).toBe(2);
  await writer.whenIdle();
});

test('a sample that cannot be written is not acknowledged, and a later one is [OCPP-4]', async () => {
  const writer = new MeterWriter(client, testLog, systemClock);
  await client.query('alter table meter_samples rename to meter_samples_gone');
  await expect(writer.record([sample(1000, 1)], state(1000, 1))).rejects.toThrow('meter_samples');
  await client.query('alter table meter_samples_gone rename to meter_samples');
  await writer.record([sample(1000, 1)], state(1000, 1));
  expect(await count()).toBe(1);
  await writer.whenIdle();
  expect(await energyOf(1000)).toBe(1);
});

test('the row of an ended session stays as it was settled', async () => {
  const writer = new MeterWriter(client, testLog, systemClock);
  await client.query('update charging_sessions set ended_at = now(), energy_wh = 7 where transaction_id = 1000');
  await writer.record([sample(1000, 9)], state(1000, 9));
  await writer.whenIdle();
  expect(await energyOf(1000)).toBe(7);
});

test('while samples keep waiting, the sessions’ rows follow once a second and at the end', async () => {
  const { pool, written } = watchedPool();
  const writer = new MeterWriter(pool, testLog, new TestClock(new Date(START).toISOString()));
  // Four groups.
  await Promise.all(
    Array.from({ length: 2_000 }, (_, second) => writer.record([sample(1000, second)], state(1000, second))),
  );
  await writer.whenIdle();
  expect(written.filter((name) => name === 'insert-samples')).toHaveLength(4);
  expect(written.filter((name) => name === 'save-meter-states')).toHaveLength(2);
  expect(await energyOf(1000)).toBe(1_999);
});

test('while many charge points wait for their answers, the rows follow once a second, also the last time', async () => {
  const { pool, written, ended } = watchedPool();
  const clock = new TestClock(new Date(START).toISOString());
  const writer = new MeterWriter(pool, testLog, clock);
  const follows = () => written.filter((name) => name === 'save-meter-states').length;
  const chargePoints = Array.from({ length: 40 }, async (_, index) => {
    for (let second = 1; second <= 5; second += 1) {
      const transactionId = 1000 + (index % 10);
      await writer.record([sample(transactionId, 10 * index + second)], state(transactionId, second));
    }
  });
  await Promise.all(chargePoints);
  await Promise.all(ended);
  await new Promise(setImmediate);
  expect(await count()).toBe(200);
  expect(follows()).toBe(1);
  expect(await energyOf(1000)).toBe(1);

  clock.advance(1_000);
  expect(follows()).toBe(2);
  await writer.whenIdle();
  expect(await energyOf(1000)).toBe(5);
});
