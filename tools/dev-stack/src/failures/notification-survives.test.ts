import { afterAll, expect, test } from 'vitest';
import { liveMeterValue, socketEvent } from '@bijli/contract/realtime';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { openPushService } from '@bijli/server/testing/push-service';
import { stackFixture, rowsOf, startWhenFree } from '../testing.ts';

const service = await openPushService();
afterAll(() => service.close());
const fixture = await stackFixture({ PUSH_ORIGINS: service.origin });

test('a notification whose server is killed while it is being pushed arrives once, after the server is back', async () => {
  const chargePoint = await fixture.chargePoint();
  const driver = await fixture.driver();
  const { public_key: key } = await driver.client.ask('pushKey', {});
  const phone = service.device(key);
  await driver.client.ask('subscribePush', { body: { ...phone.subscription, language: 'en' } });

  service.answer('hang');
  const pushed = service.nextRequest();
  const bookingId = await startWhenFree(driver, chargePoint, 5);
  await pushed;
  await fixture.stack.server().kill();
  service.answer(201);
  await fixture.stack.restartServer();
  const restartedAt = Date.now();
  const live = await driver.live();
  // Moves the job's time, as if the dead server's claim on it had expired.
  await rowsOf(
    runningDatabaseUrl(fixture.dataDir) ?? '',
    'update push_deliveries set next_try_at = now() where next_try_at is not null',
  );

  await phone.sees(1);
  // Its charge point has reconnected.
  const reading = socketEvent.meterValue(chargePoint.place.chargePointId, chargePoint.place.connector);
  await live.saw(reading, liveMeterValue, ({ at }) => Date.parse(at) > restartedAt);
  live.close();
  await driver.stop(bookingId);
  await phone.sees(2);
  expect(phone.shown.map(({ title }) => title)).toEqual(['Charging has started', 'Charging is done']);
  // The keys are the same as before the restart. Otherwise the browser's subscription would be lost.
  expect((await driver.client.ask('pushKey', {})).public_key).toBe(key);
  expect(service.problems).toEqual([]);
});
