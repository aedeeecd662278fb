import { setImmediate as immediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { sessionsFixture, PLACE, type Begun } from '#testing/sessions-fixture.ts';
import type { Sessions } from '../index.ts';

const fixture = await sessionsFixture();
const { clock, database, askedToStop } = fixture;
afterAll(() => fixture.close());

const SAMPLE_MS = 5_000;
const POWER_W = 120_000;
const STEP_MS = 500;
const NEAR_THE_END_MS = 110_000;
const SLOW_MS = 6_000;
let last = 0;

/** What has flowed after so long, in Wh. */
const flowed = (ms: number) => Math.floor((POWER_W * ms) / 3_600_000);

/**
 * A request to stop is written down before the charge point is asked: settles when the database has nothing more to do.
 */
async function atRest(): Promise<void> {
  const { $client: pool } = database;
  for (let quiet = 0; quiet < 4;) {
    await immediate();
    quiet = pool.totalCount - pool.idleCount + pool.waitingCount > 0 ? 0 : quiet + 1;
  }
}

interface Run extends Begun {
  /** How long after its start it was asked to stop. */
  askedAfterMs: number;
}

/** Charges 5 kWh at a steady power until the charge point is asked to stop, which nobody does long before the end. */
async function untilAsked(server: Sessions): Promise<Run> {
  last += 1;
  const driverId = await fixture.driver(`94100000${String(last).padStart(2, '0')}`, 50_000);
  const session = await fixture.begun(server, driverId);
  const asked = askedToStop.length;
  let ms = 0;
  while (askedToStop.length === asked) {
    if (ms % SAMPLE_MS === 0) await fixture.metered(server, session, 1000 + flowed(ms));
    const stepMs = ms < NEAR_THE_END_MS ? SAMPLE_MS : STEP_MS;
    ms += stepMs;
    clock.advance(stepMs);
    await atRest();
  }
  return { ...session, askedAfterMs: ms };
}

async function stop(server: Sessions, run: Run, lateMs: number, reason: string | undefined = 'Remote'): Promise<void> {
  clock.advance(lateMs);
  const { transactionId, askedAfterMs } = run;
  const times = { at: clock.now(), receivedAt: clock.now() };
  const meterStopWh = 1000 + flowed(askedAfterMs + lateMs);
  await server.stopped({
    chargePointId: PLACE.chargePointId,
    transactionId,
    meterStopWh,
    reason,
    readings: [],
    ...times,
  });
  // What was learned is written down in the background.
  await atRest();
}

const leads = async () => (await database.$client.query('select lead_ms, stops from charging_stop_leads')).rows;

test('the time that a charge point takes to stop is learned from its stops, limited, and known after a restart of the server', async () => {
  const before = fixture.server();
  const first = await untilAsked(before);
  await stop(before, first, SLOW_MS);
  expect(await leads()).toEqual([{ lead_ms: expect.closeTo(SLOW_MS, -3), stops: 1 }]);

  const second = await untilAsked(before);
  expect(first.askedAfterMs - second.askedAfterMs).toBeGreaterThan(SLOW_MS - 1_000);
  // A driver's stop at the charge point says nothing of this, nor does one that hung for minutes.
  await stop(before, second, 20_000, 'Local');
  await stop(before, await untilAsked(before), 61_000);
  expect(await leads()).toMatchObject([{ stops: 1 }]);
  await before.close();

  const after = fixture.server();
  const third = await untilAsked(after);
  expect(Math.abs(third.askedAfterMs - second.askedAfterMs)).toBeLessThanOrEqual(STEP_MS);
  await stop(after, third, 45_000);
  // One stop more weighs three tenths, and no charge point is taken for slower than half a minute.
  expect(await leads()).toEqual([{ lead_ms: expect.closeTo(SLOW_MS * 0.7 + 30_000 * 0.3, -3), stops: 2 }]);
  await after.close();
});
