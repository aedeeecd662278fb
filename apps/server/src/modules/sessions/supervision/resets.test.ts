import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sessionsFixture, PLACE } from '#testing/sessions-fixture.ts';
import type { Sessions } from '../index.ts';

let fixture: Awaited<ReturnType<typeof sessionsFixture>>;
let server: Sessions;
const KEYS = { ConnectionTimeOut: '60' };

beforeEach(async () => {
  fixture = await sessionsFixture();
  server = fixture.server();
});
afterEach(() => fixture.close());

/** Long enough for whatever is looked after every few seconds. */
async function minutesPass(): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    fixture.clock.advance(60_000);
    await server.checkSessions();
  }
}

test('a charge point that needs a restart is restarted when its session is over, and only once', async () => {
  const driverId = await fixture.driver('9300000001', 50_000);
  const session = await fixture.begun(server, driverId);
  await fixture.configured(server, KEYS, true);
  await server.checkSessions();
  expect(fixture.askedToRestart).toEqual([]);
  await fixture.stopped(server, session, 1500);
  await minutesPass();
  expect(fixture.askedToRestart).toEqual([PLACE.chargePointId]);
});

test('a start that waits for its cable is not ended by the restart', async () => {
  const driverId = await fixture.driver('9300000002', 50_000);
  const { bookingId } = await fixture.asked(server, driverId);
  await fixture.configured(server, KEYS, true);
  await server.checkSessions();
  expect(fixture.askedToRestart).toEqual([]);
  await server.stop(driverId, bookingId);
  await server.checkSessions();
  expect(fixture.askedToRestart).toEqual([PLACE.chargePointId]);
});

test('a free charge point is restarted at once, and one that refuses is left alone', async () => {
  fixture.chargePoint.reset = 'rejected';
  await fixture.configured(server, KEYS, true);
  await minutesPass();
  expect(fixture.askedToRestart).toHaveLength(1);
});

describe('a charge point that could not be asked', () => {
  beforeEach(async () => {
    fixture.chargePoint.reset = 'offline';
    await fixture.configured(server, KEYS, true);
    await server.checkSessions();
    expect(fixture.askedToRestart).toHaveLength(1);
  });

  test('is asked again as soon as its link is back', async () => {
    await fixture.link(server, 'lost');
    await server.checkSessions();
    expect(fixture.askedToRestart).toHaveLength(1);
    await fixture.link(server, 'back');
    await server.checkSessions();
    expect(fixture.askedToRestart).toHaveLength(2);
  });

  test('is asked again once a minute if its link was replaced without a noticed loss', async () => {
    fixture.clock.advance(59_000);
    await server.checkSessions();
    expect(fixture.askedToRestart).toHaveLength(1);
    fixture.clock.advance(1_000);
    await server.checkSessions();
    expect(fixture.askedToRestart).toHaveLength(2);
    fixture.chargePoint.reset = 'accepted';
    await minutesPass();
    expect(fixture.askedToRestart).toHaveLength(3);
  });

  test('is not asked again once it has restarted by itself', async () => {
    await server.booted(PLACE);
    await fixture.link(server, 'back');
    await minutesPass();
    expect(fixture.askedToRestart).toHaveLength(1);
  });
});

test('a session that a server has not recovered yet is not ended by the restart either', async () => {
  const session = await fixture.begun(server, await fixture.driver('9300000003', 50_000));
  const after = fixture.server();
  await fixture.configured(after, KEYS, true);
  await after.checkSessions();
  expect(fixture.askedToRestart).toEqual([]);
  await fixture.stopped(after, session, 1500);
  await after.checkSessions();
  expect(fixture.askedToRestart).toEqual([PLACE.chargePointId]);
});

test('a charge point that needs no restart is not restarted', async () => {
  await fixture.configured(server, KEYS, false);
  await minutesPass();
  expect(fixture.askedToRestart).toEqual([]);
});
