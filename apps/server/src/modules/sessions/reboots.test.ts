import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sessionsFixture, PLACE } from '#testing/sessions-fixture.ts';
import type { Sessions } from './index.ts';

let stage: Awaited<ReturnType<typeof sessionsFixture>>;
let server: Sessions;
const KEYS = { ConnectionTimeOut: '60' };

beforeEach(async () => {
  stage = await sessionsFixture();
  server = stage.server();
});
afterEach(() => stage.close());

/** Long enough for whatever is looked after every few seconds. */
async function minutesPass(): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    stage.clock.advance(60_000);
    await server.checkAll();
  }
}

test('a charge point that wants a restart is restarted when its session is over, and only once', async () => {
  const driverId = await stage.driver('9300000001', 50_000);
  const session = await stage.begun(server, driverId);
  await stage.configured(server, KEYS, true);
  await server.checkAll();
  expect(stage.askedToRestart).toEqual([]);
  await stage.stopped(server, session, 1500);
  await minutesPass();
  expect(stage.askedToRestart).toEqual([PLACE.chargePointId]);
});

test('a start that waits for its cable is not cut off by it', async () => {
  const driverId = await stage.driver('9300000002', 50_000);
  const { bookingId } = await stage.asked(server, driverId);
  await stage.configured(server, KEYS, true);
  await server.checkAll();
  expect(stage.askedToRestart).toEqual([]);
  await server.stop(driverId, bookingId);
  await server.checkAll();
  expect(stage.askedToRestart).toEqual([PLACE.chargePointId]);
});

test('a free charge point is restarted at once, and one that refuses is left alone', async () => {
  stage.chargePoint.reset = 'rejected';
  await stage.configured(server, KEYS, true);
  await minutesPass();
  expect(stage.askedToRestart).toHaveLength(1);
});

describe('a charge point that could not be asked', () => {
  beforeEach(async () => {
    stage.chargePoint.reset = 'offline';
    await stage.configured(server, KEYS, true);
    await server.checkAll();
    expect(stage.askedToRestart).toHaveLength(1);
  });

  test('is asked again as soon as its link is back', async () => {
    await stage.link(server, 'lost');
    await server.checkAll();
    expect(stage.askedToRestart).toHaveLength(1);
    await stage.link(server, 'back');
    await server.checkAll();
    expect(stage.askedToRestart).toHaveLength(2);
  });

  test('is asked again once a minute where its link was replaced and nobody noticed that it had been away', async () => {
    stage.clock.advance(59_000);
    await server.checkAll();
    expect(stage.askedToRestart).toHaveLength(1);
    stage.clock.advance(1_000);
    await server.checkAll();
    expect(stage.askedToRestart).toHaveLength(2);
    stage.chargePoint.reset = 'accepted';
    await minutesPass();
    expect(stage.askedToRestart).toHaveLength(3);
  });

  test('is not asked again once it has restarted by itself', async () => {
    await server.booted(PLACE.chargePointId);
    await stage.link(server, 'back');
    await minutesPass();
    expect(stage.askedToRestart).toHaveLength(1);
  });
});

test('a session that a server has not taken up yet is not cut off by it either', async () => {
  const session = await stage.begun(server, await stage.driver('9300000003', 50_000));
  const after = stage.server();
  await stage.configured(after, KEYS, true);
  await after.checkAll();
  expect(stage.askedToRestart).toEqual([]);
  await stage.stopped(after, session, 1500);
  await after.checkAll();
  expect(stage.askedToRestart).toEqual([PLACE.chargePointId]);
});

test('a charge point that needs no restart gets none', async () => {
  await stage.configured(server, KEYS, false);
  await minutesPass();
  expect(stage.askedToRestart).toEqual([]);
});
