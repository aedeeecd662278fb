import { expect, test } from 'vitest';
import { chargingStage } from '#testing/charging-stage.ts';
import * as store from './charging.store.ts';

test('a stop that brings more readings than one statement has room for settles its charge, and all are kept', async () => {
  const stage = await chargingStage();
  const server = stage.server();
  const driverId = await stage.driver('9300000001', 50_000);
  const charge = await stage.begun(server, driverId);
  const beginning = stage.clock.now().getTime();
  stage.clock.advance(3 * 3_600_000);
  const readings = Array.from({ length: 9_000 }, (_, second) => ({
    at: new Date(beginning + (second + 1) * 1000),
    context: 'Sample.Periodic',
    registerWh: 1000 + Math.floor(second / 10),
  }));
  await stage.stopped(server, charge, 1900, readings);
  expect(await server.sessionOf(driverId, charge.bookingId)).toMatchObject({ state: 'completed' });
  expect(await store.samplesOf(stage.database, charge.transactionId)).toHaveLength(9_000);
  await stage.close();
});
