import { afterEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { addToken, blockToken } from '#modules/tokens/index.ts';
import { BareChargePoint } from '#testing/charge-point-fixture.ts';
import { timedApp } from '#testing/manual-time.ts';

const stack = await timedApp();
const { clock, time } = stack;
const { database } = stack.app;
afterEach(() => stack.switchOff());

const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 30_000 };
const rows = async (query: string) => (await database.$client.query<Record<string, unknown>>(query)).rows;

test('a token starts a session that no driver sees, everybody finds the connector busy, and the token ends it', async () => {
  await addToken(database, { idTag: 'FLEET-1', label: 'Van 1' }, clock.now());
  const driver = await stack.driver('9490000001', 500);
  const chargePoint = await stack.chargePoint('FAST-1');
  chargePoint.plug(1, CAR);
  expect(await time.until(chargePoint.present(1, 'fleet-1'))).toBe(true);
  await time.advance(10 * MINUTE_MS);
  const busy = async () => {
    const { chargers } = await driver.ask('getCharger', { query: { property_id: 'test-station' } });
    return chargers.find(({ charger_id }) => charger_id === 'FAST-1')?.connectors[0];
  };
  expect(await busy()).toMatchObject({ status: 'charging' });
  expect((await driver.ask('chargingSessionList', {})).data).toEqual([]);
  const [running] = await rows("select booking_id, energy_wh from charging_sessions where token = 'FLEET-1'");
  expect(Number(running?.['energy_wh'])).toBeGreaterThan(4000);
  const stranger = { query: { payment_id: String(running?.['booking_id']) } };
  expect(await driver.call('paymentDetails', stranger)).toMatchObject({ success: false, code: 'charge_unknown' });

  // The link is lost, the card ends the charge, and the charge point tells it when it is back.
  chargePoint.drop();
  await time.settled();
  expect(await chargePoint.present(1, 'fleet-1')).toBe(true);
  await time.advance(5 * MINUTE_MS);
  await chargePoint.connect();
  await time.settled();
  chargePoint.unplug(1);
  await time.settled();
  expect(await busy()).toMatchObject({ status: 'available' });
  const [over] = await rows("select state, end_reason, provisional from charging_sessions where token = 'FLEET-1'");
  expect(over).toEqual({ state: 'completed', end_reason: 'Local', provisional: false });
  expect(await rows('select 1 from invoices union all select 1 from holds')).toEqual([]);
});

test('a charge point is answered in OCPP’s words whether a tag may charge', async () => {
  for (const idTag of ['LIVE-1', 'LOST-1']) await addToken(database, { idTag, label: '' }, clock.now());
  await blockToken(database, 'LOST-1', clock.now());
  const url = `${stack.url.replace('http', 'ws')}/ocpp/SLOW-1`;
  const chargePoint = await new BareChargePoint(url, { password: 'secret-SLOW-1' }).open();
  const statusOf = async (action: string, payload: object) => {
    const [, , answer] = await chargePoint.call(action, payload);
    return (answer as { idTagInfo: { status: string } }).idTagInfo.status;
  };
  const start = { connectorId: 1, meterStart: 0, timestamp: clock.now().toISOString() };
  for (const [idTag, status] of [
    ['lost-1', 'Blocked'],
    ['nobodys', 'Invalid'],
    ['Live-1', 'Accepted'],
  ]) {
    expect(await statusOf('Authorize', { idTag })).toBe(status);
    expect(await statusOf('StartTransaction', { ...start, idTag })).toBe(status);
  }
  await chargePoint.close();
});
