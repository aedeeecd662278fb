import { expect, test } from 'vitest';
import type { Client } from '@bijli/contract/client';
import { socketEvent, type TransactionStop } from '@bijli/contract/realtime';
import { fastStart } from '#testing/bare-transaction.ts';
import { BareChargePoint, CONFIGURATION } from '#testing/charge-point-fixture.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';
import { sessionsFixture, PLACE } from '#testing/sessions-fixture.ts';
import { SESSION_RULES } from '../index.ts';

const { time, ...stack } = await timedApp({ env: { METER_SAMPLE_SECONDS: '15' } });
const fixture = await sessionsFixture();
const { clock, says, server, begun, stopped } = fixture;

const start = fastStart(1);

async function station(driver: Client) {
  const { chargers, property } = await driver.ask('getCharger', { query: { property_id: 'test-station' } });
  const status = chargers.find(({ charger_id }) => charger_id === 'FAST-1')?.connectors[0]?.status;
  return { status, free: property.connectors_free };
}

test('[STATION-12] a car that is still plugged in after its session may charge again, for its own driver only', async () => {
  const [owner, other] = [await stack.driver('9410000001'), await stack.driver('9410000002')];
  const url = `${stack.url.replace('http', 'ws')}/ocpp/FAST-1`;
  const chargePoint = await new BareChargePoint(url, { password: 'secret-FAST-1' }).open();
  const says = (status: string) =>
    chargePoint.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status });
  await chargePoint.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
  await chargePoint.call('StatusNotification', { connectorId: 2, errorCode: 'NoError', status: 'Unavailable' });
  await says('Available');
  await says('Preparing');
  chargePoint.say([3, (await chargePoint.wasAsked('GetConfiguration')).id, CONFIGURATION]);
  const startAgain = async (time: number, answer: 'Accepted' | 'Rejected') => {
    const asked = owner.call('remoteStart', { body: start });
    const { id, payload } = await chargePoint.wasAsked('RemoteStartTransaction', time);
    chargePoint.say([3, id, { status: answer }]);
    return { ...(await asked), idTag: (payload as { idTag: string }).idTag };
  };
  const session = async (time: number): Promise<void> => {
    const { idTag } = await startAgain(time, 'Accepted');
    const timestamp = stack.clock.now().toISOString();
    const [, , begun] = await chargePoint.call('StartTransaction', { connectorId: 1, idTag, meterStart: 0, timestamp });
    const { transactionId } = begun as { transactionId: number };
    await says('Charging');
    await chargePoint.call('StopTransaction', { transactionId, meterStop: 50, timestamp, reason: 'Local' });
    await says('Finishing');
  };

  await session(1);

  expect(await station(owner)).toEqual({ status: 'preparing', free: 0 });
  expect(await station(other)).toEqual({ status: 'finishing', free: 0 });
  expect(await other.call('remoteStart', { body: start })).toMatchObject({ code: 'connector_busy' });
  expect(await startAgain(2, 'Rejected')).toMatchObject({ success: false, code: 'charger_rejected' });
  await session(3);
  const { data: told } = await owner.ask('chargingSessionList', {});
  expect(told.map(({ status }) => status).toSorted()).toEqual(['completed', 'completed', 'failed']);

  // Another car came and went; that it says "Finishing" is not about the first one any more.
  await says('Available');
  await says('Finishing');
  expect(await station(owner)).toMatchObject({ status: 'finishing' });
  expect(await owner.call('remoteStart', { body: start })).toMatchObject({ code: 'connector_busy' });
  await chargePoint.close();
});

test.each([true, false])(
  'a second session without unplugging runs and is billed if the charge point accepts it, and otherwise is refused (%s)',
  async (finishingAllowsStart) => {
    const driver = await stack.driver(finishingAllowsStart ? '9410000004' : '9410000005', 500);
    const chargePoint = await stack.chargePoint('FAST-1', { quirks: { finishingAllowsStart } });
    const screen = await liveSocket(stack.url, driver.token);
    chargePoint.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 50_000 });
    await time.settled();
    const session = async (): Promise<number> => {
      const { invoice_number: booking } = await driver.ask('remoteStart', { body: start });
      await time.advance(60_000);
      await driver.ask('remoteStop', { body: { transaction_id: booking } });
      await time.until(screen.next<TransactionStop>(socketEvent.stop(booking)));
      return (await driver.ask('paymentDetails', { query: { payment_id: booking } })).data.units_consumed;
    };
    const first = await session();
    await time.settled();
    expect(chargePoint.connector(1).status).toBe('Finishing');
    expect(await station(driver)).toMatchObject({ status: 'preparing' });
    if (finishingAllowsStart) {
      const second = await session();
      expect(Math.round((first + second) * 1000)).toBe(chargePoint.connector(1).registerWh);
    } else {
      expect(await driver.call('remoteStart', { body: start })).toMatchObject({ code: 'charger_rejected' });
      expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
    }
    await stack.switchOff();
  },
);

test('a session that begins on a finishing connector does not count as over', async () => {
  const driverId = await fixture.driver('9410000003', 50_000);
  const sessions = server();
  const first = await begun(sessions, driverId);
  await stopped(sessions, first, 1500);
  await fixture.reports(sessions, says('Finishing'));
  const second = await begun(sessions, driverId);
  clock.advance(SESSION_RULES.endHintMs);
  await sessions.checkSessions();
  clock.advance(SESSION_RULES.endHintMs);
  await sessions.checkSessions();
  expect(await sessions.findOfDriver(driverId, second.bookingId)).toMatchObject({ endedAt: null });
  // Said again it means that the session is over.
  await fixture.reports(sessions, says('Finishing'));
  clock.advance(SESSION_RULES.endHintMs);
  await sessions.checkSessions();
  expect(await sessions.findOfDriver(driverId, second.bookingId)).toMatchObject({
    state: 'completed',
    isProvisional: true,
  });
  expect(await sessions.listStillPlugged(driverId, [PLACE.chargePointId])).toMatchObject([
    { connector: PLACE.connector },
  ]);
  await sessions.close();
});
