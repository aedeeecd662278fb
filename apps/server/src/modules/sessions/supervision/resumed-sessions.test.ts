import { afterAll, expect, test } from 'vitest';
import { SECOND_MS } from '#kernel/durations.ts';
import { sessionsFixture } from '#testing/sessions-fixture.ts';
import type { Sessions } from '../index.ts';

const fixture = await sessionsFixture();
const { clock, database, server, begun, metered, stopped } = fixture;
afterAll(() => fixture.close());
const run = (statement: string) => database.$client.query(statement);

/** A session with as many readings, one every ten seconds, of 100 Wh each. */
async function charged(sessions: Sessions, mobile: string, readings: number) {
  const running = await begun(sessions, await fixture.driver(mobile, 500_000));
  for (let nth = 1; nth <= readings; nth += 1) {
    clock.advance(10 * SECOND_MS);
    await metered(sessions, running, 1000 + nth * 100);
  }
  return running;
}

test('a restarted server continues from the row of a session and reads none of its old samples', async () => {
  const before = server();
  const running = await charged(before, '9310000001', 40);
  const { driverId, bookingId, transactionId } = running;
  const known = before.findLive(driverId, bookingId)?.meter.delivered;
  await before.close();
  await run(`create table put_away as select * from meter_samples where transaction_id = ${transactionId}
    order by sampled_at limit 20`);
  await run('delete from meter_samples using put_away p where meter_samples.sampled_at = p.sampled_at');

  const after = server();
  await after.resume();
  expect(known).toMatchObject({ energyWh: 4000 });
  expect(after.findLive(driverId, bookingId)?.meter.delivered).toEqual(known);
  await run('insert into meter_samples select * from put_away');
  // It is known again, too, where it is going.
  clock.advance(10 * SECOND_MS);
  await metered(after, running, 5100);
  expect(after.findLive(driverId, bookingId)?.readings.recent).toMatchObject({ count: 17 });
  await stopped(after, running, 5100);
  expect(await after.findOfDriver(driverId, bookingId)).toMatchObject({ state: 'completed', energyWh: 4100 });
  await after.close();
});

test('a session whose row has no counting state is counted from all its samples', async () => {
  const before = server();
  const running = await charged(before, '9310000002', 20);
  const { driverId, bookingId } = running;
  const known = before.findLive(driverId, bookingId)?.meter.delivered;
  await before.close();
  await run(`update charging_sessions set counted = null where booking_id = '${bookingId}'`);
  const after = server();
  await after.resume();
  expect(after.findLive(driverId, bookingId)?.meter.delivered).toEqual(known);
  await stopped(after, running, 3000);
  await after.close();
});
