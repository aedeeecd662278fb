import { isRefusal } from '@bijli/contract/client';
import { eventName, type TransactionStop } from '@bijli/contract/realtime';
import { expect, test } from 'vitest';
import { BareCharger } from '#testing/charger-stage.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';

const { time, ...world } = await timedApp();
const start = (connector: number) => ({
  charge_type: 'units' as const,
  charging_value: 5,
  charger_id: 'FAST-1',
  connector_id: `FAST-1:${connector}`,
  oem_connector_number: connector,
});
const PRESSES = 100;
const REMOTE_STOP = 'RemoteStopTransaction';

/** A hand-driven charger with a charge on connector 1. */
async function charging(mobile: string) {
  const driver = await world.driver(mobile, 500);
  const url = `${world.url.replace('http', 'ws')}/ocpp/FAST-1`;
  const charger = await new BareCharger(url, { password: 'secret-FAST-1' }).open();
  await charger.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
  const configuration = await charger.wasAsked('GetConfiguration');
  charger.say([3, configuration.id, {}]);
  for (const connectorId of [1, 2])
    await charger.call('StatusNotification', { connectorId, errorCode: 'NoError', status: 'Available' });
  const asked = driver.ask('remoteStart', { body: start(1) });
  const { id, payload } = await charger.wasAsked('RemoteStartTransaction');
  charger.say([3, id, { status: 'Accepted' }]);
  const { invoice_number: booking } = await asked;
  const { idTag } = payload as { idTag: string };
  const timestamp = new Date(Date.parse('2026-11-20T10:00:00Z')).toISOString();
  const begun = await charger.call('StartTransaction', { connectorId: 1, idTag, meterStart: 1000, timestamp });
  const { transactionId } = begun[2] as { transactionId: number };
  const stop = () => charger.call('StopTransaction', { transactionId, meterStop: 1500, timestamp, reason: 'Remote' });
  const stopFrames = () => charger.asked.filter(({ action }) => action === REMOTE_STOP).length;
  const press = () => driver.call('remoteStop', { body: { transaction_id: booking } });
  return { driver, charger, booking, stop, press, stopFrames };
}

test('a hundred presses of stop are one stop, and a start on the other connector goes through meanwhile', async () => {
  const other = await world.driver('9500000002', 500);
  const { driver, charger, booking, stop, press, stopFrames } = await charging('9500000001');
  const screen = await liveSocket(world.url, driver.token);
  const pressed = Promise.all(Array.from({ length: PRESSES }, press));
  await charger.wasAsked(REMOTE_STOP);
  const started = other.call('remoteStart', { body: start(2) });
  await time.settled();
  // One call is in flight at a time; the charger takes its time over each.
  for (let answered = 2; answered < charger.asked.length; answered += 1) {
    charger.say([3, charger.asked[answered]?.id, { status: 'Accepted' }]);
    await time.settled();
  }
  expect(charger.asked.map(({ action }) => action).slice(2)).toEqual([REMOTE_STOP, 'RemoteStartTransaction']);

  const answers = await pressed;
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(isRefusal(answers[0] ?? {})).toBe(false);
  expect(isRefusal(await started)).toBe(false);
  // Whoever presses once more before the charger has ended hears the same, and the charger is not asked again.
  expect(await press()).toEqual(answers[0]);
  expect(stopFrames()).toBe(1);
  const { rows } = await world.app.database.$client.query(
    `select state, stop_cause from charging_sessions where booking_id = '${booking}'`,
  );
  expect(rows).toEqual([{ state: 'stopping', stop_cause: 'driver' }]);
  await stop();
  await screen.next<TransactionStop>(eventName.stop(booking));
  await charger.close();
});

test('presses that the charger leaves unanswered get one answer, and the supervisor asks no second time meanwhile', async () => {
  const { charger, stop, press, stopFrames } = await charging('9500000003');
  const pressed = Promise.all(Array.from({ length: PRESSES }, press));
  await charger.wasAsked(REMOTE_STOP);
  await time.advance(14_000);
  expect(stopFrames()).toBe(1);
  await time.advance(1_000);
  expect(new Set((await pressed).map((answer) => (answer as { code?: string }).code))).toEqual(
    new Set(['stop_silent']),
  );
  expect(stopFrames()).toBe(1);
  // From then on it is asked again every ten seconds.
  await time.advance(10_000);
  expect(stopFrames()).toBe(2);
  await stop();
  await charger.close();
});
