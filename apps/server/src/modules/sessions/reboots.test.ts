import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chargingStage, PLACE } from '#testing/charging-stage.ts';
import type { Sessions } from './index.ts';

let stage: Awaited<ReturnType<typeof chargingStage>>;
let server: Sessions;
const KEYS = { ConnectionTimeOut: '60' };

beforeEach(async () => {
  stage = await chargingStage();
  server = stage.server();
});
afterEach(() => stage.close());

/** Long enough for whatever is looked after every few seconds. */
async function minutesPass(): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    stage.clock.advance(60_000);
    await server.lookOverAll();
  }
}

test('a charger that wants a restart is restarted when its charge is over, and only once', async () => {
  const driverId = await stage.driver('9300000001', 50_000);
  const charge = await stage.begun(server, driverId);
  await stage.configured(server, KEYS, true);
  await server.lookOverAll();
  expect(stage.askedToRestart).toEqual([]);
  await stage.stopped(server, charge, 1500);
  await minutesPass();
  expect(stage.askedToRestart).toEqual([PLACE.chargerId]);
});

test('a start that waits for its cable is not cut off by it', async () => {
  const driverId = await stage.driver('9300000002', 50_000);
  const { bookingId } = await stage.asked(server, driverId);
  await stage.configured(server, KEYS, true);
  await server.lookOverAll();
  expect(stage.askedToRestart).toEqual([]);
  await server.stop(driverId, bookingId);
  await server.lookOverAll();
  expect(stage.askedToRestart).toEqual([PLACE.chargerId]);
});

test('a free charger is restarted at once, and one that refuses is left alone', async () => {
  stage.charger.reset = 'rejected';
  await stage.configured(server, KEYS, true);
  await minutesPass();
  expect(stage.askedToRestart).toHaveLength(1);
});

describe('a charger that could not be asked', () => {
  beforeEach(async () => {
    stage.charger.reset = 'offline';
    await stage.configured(server, KEYS, true);
    await server.lookOverAll();
    expect(stage.askedToRestart).toHaveLength(1);
  });

  test('is asked again as soon as its link is back', async () => {
    await stage.link(server, 'lost');
    await server.lookOverAll();
    expect(stage.askedToRestart).toHaveLength(1);
    await stage.link(server, 'back');
    await server.lookOverAll();
    expect(stage.askedToRestart).toHaveLength(2);
  });

  test('is asked again once a minute where its link was replaced and nobody noticed that it had been away', async () => {
    stage.clock.advance(59_000);
    await server.lookOverAll();
    expect(stage.askedToRestart).toHaveLength(1);
    stage.clock.advance(1_000);
    await server.lookOverAll();
    expect(stage.askedToRestart).toHaveLength(2);
    stage.charger.reset = 'accepted';
    await minutesPass();
    expect(stage.askedToRestart).toHaveLength(3);
  });

  test('is not asked again once it has restarted by itself', async () => {
    await server.booted(PLACE.chargerId);
    await stage.link(server, 'back');
    await minutesPass();
    expect(stage.askedToRestart).toHaveLength(1);
  });
});

test('a charge that a server has not taken up yet is not cut off by it either', async () => {
  const charge = await stage.begun(server, await stage.driver('9300000003', 50_000));
  const after = stage.server();
  await stage.configured(after, KEYS, true);
  await after.lookOverAll();
  expect(stage.askedToRestart).toEqual([]);
  await stage.stopped(after, charge, 1500);
  await after.lookOverAll();
  expect(stage.askedToRestart).toEqual([PLACE.chargerId]);
});

test('a charger that needs no restart gets none', async () => {
  await stage.configured(server, KEYS, false);
  await minutesPass();
  expect(stage.askedToRestart).toEqual([]);
});
