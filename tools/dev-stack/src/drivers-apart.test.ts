import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { stationAvailabilities, socketEvent, liveMeterValue, transactionStop } from '@bijli/contract/realtime';
import type { StationAvailability } from '@bijli/contract/stations';
import { stackFixture, startWhenFree, PATIENCE } from './testing.ts';

const fixture = await stackFixture();

test('a driver neither sees nor stops another driver’s session [SOCKET-11, GATE-6]', async () => {
  const [owner, stranger, chargePoint] = await Promise.all([fixture.driver(), fixture.driver(), fixture.chargePoint()]);
  const { chargePointId, connector } = chargePoint.place;
  const [screen, strangersScreen] = await Promise.all([owner.live(), stranger.live()]);
  const bookingId = await startWhenFree(owner, chargePoint, 10);
  const { transaction } = await owner.client.ask('getOngoingCharging', { body: {} });

  strangersScreen.say('meter_values', { serial: chargePointId, connector });
  strangersScreen.say('charging_status', { transaction });
  strangersScreen.say('transaction_stop', { transaction });
  const refusals = await Promise.all([
    stranger.client.call('paymentDetails', { query: { payment_id: bookingId } }),
    stranger.client.call('remoteStop', { body: { transaction_id: bookingId } }),
    stranger.client.call('getOngoingCharging', {
      body: { charger_id: chargePointId, oem_connector_number: connector },
    }),
  ]);
  expect(refusals.map((answer) => !answer.success && answer.code)).toEqual([
    'charge_unknown',
    'charge_unknown',
    'no_charge_running',
  ]);
  expect((await stranger.client.ask('chargingSessionList', {})).data).toEqual([]);

  // If the stranger's request was answered at all, the answer would have come before this event.
  await screen.saw(socketEvent.meterValue(chargePointId, connector), liveMeterValue, ({ unit }) => unit > 0.1);
  expect((await owner.ongoing()).booking_id).toBe(bookingId);
  await owner.stop(bookingId);
  await screen.saw(socketEvent.stop(bookingId), transactionStop);
  strangersScreen.say('transaction_stop', { transaction });
  await fixture.proveSettled(owner, bookingId, chargePoint);
  const { invoice_number: number } = await owner.invoice(bookingId);
  expect(await stranger.client.call('paymentDetails', { query: { payment_id: number } })).toMatchObject({
    code: 'charge_unknown',
  });
  expect(strangersScreen.events.filter(({ name }) => name !== socketEvent.availability)).toEqual([]);
  for (const live of [screen, strangersScreen]) live.close();
});

test('a charge point that loses its link disappears from an open page within five seconds, and is back when it returns [MAP-12]', async () => {
  const driver = await fixture.driver();
  const live = await driver.live();
  // The driver's page has loaded its list and is told of changes to it.
  await driver.client.ask('chargingStation', { query: {} });
  const chargePoint = await fixture.chargePoint();
  const free = () =>
    live.events
      .filter(({ name }) => name === socketEvent.availability)
      .flatMap(({ payload }) => z.parse(stationAvailabilities, payload))
      .findLast(({ property_id: id }) => id === chargePoint.place.stationId)?.active_charger;

  await vi.waitUntil(() => free() === 1, PATIENCE);
  const cut = performance.now();
  chargePoint.type('drop');
  await vi.waitUntil(() => free() === 0, PATIENCE);
  expect(performance.now() - cut).toBeLessThan(5_000);
  // A page that already has its list and connects only now is told too.
  const late = await driver.live();
  const isGone = ({ property_id: id, active_charger: free }: StationAvailability) =>
    id === chargePoint.place.stationId && free === 0;
  await late.saw(socketEvent.availability, stationAvailabilities, (changes) => changes.some(isGone));
  late.close();
  chargePoint.type('back');
  await vi.waitUntil(() => free() === 1, PATIENCE);
  live.close();
});
