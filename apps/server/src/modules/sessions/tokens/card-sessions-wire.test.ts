import { afterEach, expect, test } from 'vitest';
import { socketEvent } from '@bijli/contract/socket';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { BareChargePoint } from '#testing/charge-point-fixture.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';
import { sessionsCheck } from '../index.ts';

const stack = await timedApp();
const { clock, time } = stack;
const { database } = stack.app;
afterEach(async () => {
  await stack.switchOff();
  expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
});

interface IdTagInfo {
  status: string;
  parentIdTag?: string;
  expiryDate?: string;
}

const LIVE = '04A1B2C3D4E501';
const SECOND = '04A1B2C3D4E502';

/** The charge point's side as OCPP 1.6 has it, by hand. */
async function chargePointOf(id: string) {
  const url = `${stack.url.replace('http', 'ws')}/ocpp/${id}`;
  const chargePoint = await new BareChargePoint(url, { password: `secret-${id}` }).open();
  const says = async (action: string, payload: object) => {
    const [, , answer] = await chargePoint.call(action, payload);
    return answer as { transactionId?: number; idTagInfo?: IdTagInfo };
  };
  const stamp = (minutesAgo = 0) => new Date(clock.now().getTime() - minutesAgo * MINUTE_MS).toISOString();
  return {
    chargePoint,
    says,
    stamp,
    presents: async (idTag: string) => (await says('Authorize', { idTag })).idTagInfo ?? expect.unreachable(),
    begins: (idTag: string, meterStart: number, minutesAgo = 0) =>
      says('StartTransaction', { connectorId: 1, idTag, meterStart, timestamp: stamp(minutesAgo) }),
    ends: (transactionId: number | undefined, meterStop: number, idTag?: string, minutesAgo = 0) =>
      says('StopTransaction', { transactionId, idTag, meterStop, timestamp: stamp(minutesAgo), reason: 'Local' }),
    status: (status: string) =>
      says('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp: stamp() }),
  };
}

test('a driver’s card pays for a session from the wallet over OCPP: live in the app, ended by the other card, invoiced [OCPP-20]', async () => {
  const driver = await stack.driver('9480000001', 500);
  for (const number of [LIVE, SECOND]) await driver.ask('addCard', { body: { number, name: `Card ${number}` } });
  const screen = await liveSocket(stack.url, driver.token ?? '');
  const heard = screen.next<{ booking_id: string }>(socketEvent.begun);
  const fast = await chargePointOf('FAST-1');
  const presented = await fast.presents(LIVE.toLowerCase());
  expect(presented).toMatchObject({
    status: 'Accepted',
    parentIdTag: expect.stringMatching(/^DRIVER-\d+$/) as unknown,
  });
  // It may be relied on without a link, but not for ever.
  expect(Date.parse(presented.expiryDate ?? '')).toBeLessThanOrEqual(clock.now().getTime() + 24 * HOUR_MS);
  const { transactionId, idTagInfo } = await fast.begins(LIVE, 1000);
  expect(idTagInfo).toMatchObject({ status: 'Accepted', parentIdTag: presented.parentIdTag });
  const begun = await heard;
  const { transaction } = await driver.ask('getOngoingCharging', { body: {} });
  expect(transaction).toMatchObject({ booking_id: begun.booking_id, charger_serial_number: 'FAST-1' });
  const { wallet } = await driver.ask('getWallet', { query: {} });
  expect(wallet.held).toBe(transaction.held);
  // The other card tells by its group that it may end this, and is good for as long.
  expect(await fast.presents(SECOND)).toEqual({ ...presented, expiryDate: expect.any(String) as unknown });
  await time.advance(10 * MINUTE_MS);
  expect(await fast.ends(transactionId, 3000, SECOND)).toMatchObject({ idTagInfo: { status: 'Accepted' } });
  const { data } = await driver.ask('paymentDetails', { query: { payment_id: begun.booking_id } });
  expect(data).toMatchObject({ units_consumed: 2, status: 'completed' });
  expect(data.tax?.documents).toHaveLength(1);
  const { notifications } = await driver.ask('listNotifications', { query: {} });
  expect(notifications.map(({ kind }) => kind)).toEqual(['charge_done', 'charge_started']);
  expect(notifications[1]?.body).toContain(`Card ${LIVE}`);
  await fast.chargePoint.close();
});

test('a session of a card is ended in the app, also at a charge point that was offline when it began', async () => {
  const driver = await stack.driver('9480000002', 300);
  const number = '04A1B2C3D4E503';
  await driver.ask('addCard', { body: { number, name: 'Card' } });
  await time.advance(HOUR_MS);
  const fast = await chargePointOf('FAST-1');
  const first = await fast.begins(number, 5000);
  const { transaction } = await driver.ask('getOngoingCharging', { body: {} });
  const stopping = driver.ask('remoteStop', { body: { transaction_id: transaction.id } });
  const asked = await fast.chargePoint.wasAsked('RemoteStopTransaction');
  expect(asked.payload).toEqual({ transactionId: first.transactionId });
  fast.chargePoint.say([3, asked.id, { status: 'Accepted' }]);
  await stopping;
  await time.advance(MINUTE_MS);
  await fast.ends(first.transactionId, 5500);
  const late = await fast.begins(number, 5500, 30);
  expect(late.idTagInfo?.status).toBe('Accepted');
  await fast.ends(late.transactionId, 6500, number, 20);
  const { data } = await driver.ask('chargingSessionList', { query: {} });
  expect(data.map(({ units_consumed, status }) => [units_consumed, status])).toEqual([
    [1, 'completed'],
    [0.5, 'completed'],
  ]);
  await fast.chargePoint.close();
});

test('with too little money a card is Blocked at the charge point, and the app says why, once in ten minutes', async () => {
  const driver = await stack.driver('9480000003', 50);
  const number = '04A1B2C3D4E504';
  await driver.ask('addCard', { body: { number, name: 'Fob' } });
  const fast = await chargePointOf('FAST-1');
  expect(await fast.presents(number)).toMatchObject({ status: 'Blocked' });
  expect((await fast.begins(number, 7000)).idTagInfo).toMatchObject({ status: 'Blocked' });
  const { notifications } = await driver.ask('listNotifications', { query: {} });
  expect(notifications).toMatchObject([{ kind: 'card_refused', target: { screen: 'wallet' } }]);
  expect(notifications[0]?.body).toContain('₹50.00');
  const hindi = await driver.call('listNotifications', {}, { 'accept-language': 'hi' });
  expect(hindi).toMatchObject({ notifications: [{ title: expect.stringContaining('कार्ड') as unknown }] });
  await fast.chargePoint.close();
});
