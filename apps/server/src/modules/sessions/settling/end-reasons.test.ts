import { afterEach, describe, expect, test } from 'vitest';
import { socketEvent, type TransactionStop } from '@bijli/contract/realtime';
import { MINUTE_MS } from '#kernel/durations.ts';
import { bareTransaction, fastStart } from '#testing/bare-transaction.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';
import { rawCall } from '#testing/raw-call.ts';
import { SESSION_RULES } from '../index.ts';

const { time, clock, ...stack } = await timedApp();
const REMOTE_STOP = 'RemoteStopTransaction';
const status = (word: string) => ({ connectorId: 1, errorCode: 'NoError', status: word });
const stamp = () => clock.now().toISOString();

let last = 0;
async function charging() {
  last += 1;
  const session = await bareTransaction(stack, `96000001${String(last).padStart(2, '0')}`, clock.now());
  const { chargePoint, driver, booking, transactionId } = session;
  return {
    ...session,
    /** StopTransaction, without a reason unless one is given. */
    stop: (meterStop: number, reason?: string) =>
      chargePoint.call('StopTransaction', { transactionId, meterStop, timestamp: stamp(), ...(reason && { reason }) }),
    meter: (registerWh: number) =>
      chargePoint.call('MeterValues', {
        connectorId: 1,
        transactionId,
        meterValue: [{ timestamp: stamp(), sampledValue: [{ value: String(registerWh) }] }],
      }),
    /** Why it ended, in both languages. */
    async why() {
      const path = `GET /api-v1/user/payment-details?payment_id=${booking}`;
      const of = async (language: string) => (await rawCall(stack.url, path, { token: driver.token, language })).body;
      return [await of('en'), await of('hi')].map(({ data }) => (data as { stop_reason: string }).stop_reason);
    },
  };
}

afterEach(async () => {
  await stack.switchOff();
  await time.settled();
});

describe('a session whose charge point gives no reason for its end', () => {
  test('was stopped from the app if its driver had pressed stop', async () => {
    const { chargePoint, press, answer, stop, why } = await charging();
    const pressed = press();
    await answer(REMOTE_STOP, { status: 'Accepted' });
    await pressed;
    await stop(2000);
    expect(await why()).toEqual(['Stopped from the app', 'ऐप से रोकी गई']);
    await chargePoint.close();
  });

  test('has used up the purchase if we had asked for the stop', async () => {
    const { chargePoint, meter, answer, stop, why } = await charging();
    await time.advance(2 * MINUTE_MS);
    await meter(5999);
    await time.advance(1);
    await answer(REMOTE_STOP, { status: 'Accepted' });
    await stop(6000);
    expect(await why()).toEqual(['Charged as much as you chose', 'जितना चुना था, उतना चार्ज हो गया']);
    await chargePoint.close();
  });

  test('was stopped at the charge point if nobody had asked', async () => {
    const { chargePoint, stop, why } = await charging();
    await stop(1400);
    expect((await why())[0]).toBe('Stopped at the charger');
    await chargePoint.close();
  });

  test('was stopped at the charge point if it had ended before its driver pressed stop and reports so only now', async () => {
    const { chargePoint, press, answer, transactionId, why } = await charging();
    const timestamp = stamp();
    await time.advance(65_000);
    const pressed = press();
    await answer(REMOTE_STOP, { status: 'Rejected' });
    await chargePoint.call('StopTransaction', { transactionId, meterStop: 1200, timestamp });
    expect(await pressed).toMatchObject({ success: true });
    expect((await why())[0]).toBe('Stopped at the charger');
    await chargePoint.close();
  });
});

describe('a stop that the charge point rejects', () => {
  test('because the session is over is no refusal: StopTransaction is on its way', async () => {
    const { chargePoint, press, answer, stop, why } = await charging();
    const pressed = press();
    await answer(REMOTE_STOP, { status: 'Rejected' });
    await answer('TriggerMessage', { status: 'Accepted' });
    await chargePoint.call('StatusNotification', status('Finishing'));
    expect(await pressed).toMatchObject({ success: true });
    await stop(1300, 'EVDisconnected');
    expect((await why())[0]).toBe('The cable was unplugged');
    await chargePoint.close();
  });

  test('while its connector reports charging is a refusal, and so are further presses', async () => {
    const { chargePoint, press, answer, stop } = await charging();
    const pressed = [press(), press(), press()];
    await time.settled();
    await answer(REMOTE_STOP, { status: 'Rejected' });
    await answer('TriggerMessage', { status: 'Accepted' });
    await chargePoint.call('StatusNotification', status('Charging'));
    for (const answered of await Promise.all(pressed)) expect(answered).toMatchObject({ code: 'stop_rejected' });
    await stop(1300);
    await chargePoint.close();
  });

  test('while its meter continues is a refusal, and the session does not count as over', async () => {
    const { chargePoint, driver, booking, press, answer, meter, stop } = await charging();
    await time.advance(MINUTE_MS);
    const pressed = press();
    await answer(REMOTE_STOP, { status: 'Rejected' });
    await answer('TriggerMessage', { status: 'Rejected' });
    await meter(1500);
    expect(await pressed).toMatchObject({ code: 'stop_rejected' });
    for (let minute = 1; minute <= 4; minute += 1) {
      await time.advance(MINUTE_MS);
      await meter(1500 + minute * 100);
    }
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(data.status).toBe('stopping');
    await stop(2000);
    await chargePoint.close();
  });

  test('without any further report is not called a refusal, and the session is over when its meter stands still', async () => {
    const { chargePoint, driver, booking, press, answer, stop, why } = await charging();
    const pressed = press();
    await answer(REMOTE_STOP, { status: 'Rejected' });
    await answer('TriggerMessage', { status: 'Rejected' });
    await time.advance(5_000);
    expect(await pressed).toMatchObject({ code: 'stop_unconfirmed' });
    await time.advance(SESSION_RULES.endHintMs);
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(data.status).toBe('completed');
    expect((await why())[0]).toBe('Stopped from the app');
    await stop(1000);
    await chargePoint.close();
  });
});

test('a session that its charge point lost in a restart says so in plain words, and on the wire in OCPP’s words', async () => {
  const driver = await stack.driver('9600000201', 500);
  const screen = await liveSocket(stack.url, driver.token);
  const chargePoint = await stack.chargePoint('FAST-1');
  await time.settled();
  chargePoint.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 });
  await time.settled();
  const { invoice_number: booking } = await driver.ask('remoteStart', { body: fastStart(1) });
  await time.advance(10_000);
  await chargePoint.close();
  await stack.chargePoint('FAST-1');
  await time.advance(SESSION_RULES.endHintMs + 10_000);
  const { reason } = await time.until(screen.next<TransactionStop>(socketEvent.stop(booking)));
  expect(reason).toBe('Reboot');
  const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
  expect(data).toMatchObject({ status: 'completed', stop_reason: 'The charger restarted and lost the charge' });
});
