import type { Client } from '@bijli/contract/client';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { BareCharger } from '#testing/charger-stage.ts';
import { chargingStage, PLACE } from '#testing/charging-stage.ts';
import { CHARGING_RULES } from './index.ts';

const world = await testApp();
const stage = await chargingStage();
const { clock, says, server, begun, stopped } = stage;

const start = {
  charge_type: 'units' as const,
  charging_value: 5,
  charger_id: 'FAST-1',
  connector_id: 'FAST-1:1',
  oem_connector_number: 1,
};

async function station(driver: Client) {
  const { chargers, property } = await driver.ask('getCharger', { query: { property_id: 'test-station' } });
  const status = chargers.find(({ charger_id }) => charger_id === 'FAST-1')?.connectors[0]?.status;
  return { status, free: property.connectors_free };
}

test('[STATION-12] a car that is still plugged in after its charge may charge again, for its own driver alone', async () => {
  const [owner, other] = [await world.driver('9410000001'), await world.driver('9410000002')];
  const url = `${world.url.replace('http', 'ws')}/ocpp/FAST-1`;
  const charger = await new BareCharger(url, { password: 'secret-FAST-1' }).open();
  const says = (status: string) => charger.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status });
  await charger.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
  await says('Preparing');
  charger.say([3, (await charger.wasAsked('GetConfiguration')).id, {}]);
  const startAgain = async (time: number, answer: 'Accepted' | 'Rejected') => {
    const asked = owner.call('remoteStart', { body: start });
    const { id, payload } = await charger.wasAsked('RemoteStartTransaction', time);
    charger.say([3, id, { status: answer }]);
    return { ...(await asked), idTag: (payload as { idTag: string }).idTag };
  };
  const charge = async (time: number): Promise<void> => {
    const { idTag } = await startAgain(time, 'Accepted');
    const timestamp = new Date().toISOString();
    const [, , begun] = await charger.call('StartTransaction', { connectorId: 1, idTag, meterStart: 0, timestamp });
    const { transactionId } = begun as { transactionId: number };
    await says('Charging');
    await charger.call('StopTransaction', { transactionId, meterStop: 50, timestamp, reason: 'Local' });
    await says('Finishing');
  };

  await charge(1);

  expect(await station(owner)).toEqual({ status: 'preparing', free: 0 });
  expect(await station(other)).toEqual({ status: 'finishing', free: 0 });
  expect(await other.call('remoteStart', { body: start })).toMatchObject({ code: 'connector_busy' });
  expect(await startAgain(2, 'Rejected')).toMatchObject({ success: false, code: 'charger_rejected' });
  await charge(3);
  expect((await owner.ask('chargingSessionList', {})).data[0]).toMatchObject({ status: 'completed' });

  // Another car came and went; that it says "Finishing" is not about the first one any more.
  await says('Available');
  await says('Finishing');
  expect(await station(owner)).toMatchObject({ status: 'finishing' });
  expect(await owner.call('remoteStart', { body: start })).toMatchObject({ code: 'connector_busy' });
  await charger.close();
});

test('a charge that begins on a connector left finishing is not taken for over', async () => {
  const driverId = await stage.driver('9410000003', 50_000);
  const charging = server();
  const first = await begun(charging, driverId);
  await stopped(charging, first, 1500);
  await stage.reports(charging, says('Finishing'));
  const second = await begun(charging, driverId);
  clock.advance(CHARGING_RULES.endHintMs);
  await charging.lookOverAll();
  clock.advance(CHARGING_RULES.endHintMs);
  await charging.lookOverAll();
  expect(await charging.sessionOf(driverId, second.bookingId)).toMatchObject({ state: 'charging' });
  // Said again it means that the charge is over.
  await stage.reports(charging, says('Finishing'));
  clock.advance(CHARGING_RULES.endHintMs);
  await charging.lookOverAll();
  expect(await charging.sessionOf(driverId, second.bookingId)).toMatchObject({ state: 'completed', provisional: true });
  expect(await charging.stillPlugged(driverId, [PLACE.chargerId])).toMatchObject([{ connector: PLACE.connector }]);
  await charging.close();
});
