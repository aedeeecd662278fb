import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RefusedReply } from '@bijli/contract/endpoint';
import { DEMO_CREDENTIALS } from '@bijli/payment-sandbox/demo';
import type { Quirks } from '@bijli/payment-sandbox/quirks';
import { TestClock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { paymentsCheck } from '#modules/payments/index.ts';
import { topUpsCheck, walletCheck } from '#modules/wallet/index.ts';
import { testApp } from '#testing/app.ts';

/** The server's own rounds rest: what is asked for again is asked for by a test. */
const clock = new TestClock('2026-11-20T10:00:00Z', { minIntervalMs: 10_000 * HOUR_MS });
const stack = await testApp({ clock, env: { PAYMENT_OPTION: 'razorpay' } });
const { app, sandbox, url } = stack;
const thief = await stack.driver('9811111110', 0);
let mobile = 9_811_111_110;
let asha: typeof thief;

interface Result {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}
type Message = Result & { error?: { code: string; metadata: { order_id: string } }; dismissed?: true };

beforeEach(async () => {
  mobile += 1;
  asha = await stack.driver(String(mobile), 0);
});
afterEach(async () => {
  await sandbox.webhooksSettled();
  sandbox.quirks.clear();
});
afterAll(async () => {
  expect(await listLedgerProblems(app.database, [walletCheck, topUpsCheck, paymentsCheck])).toEqual([]);
});

const setQuirks = (quirks: Partial<Quirks>) => sandbox.quirks.set(quirks);
const start = (amount = 500) => asha.ask('initiatePaymentRazorpay', { body: { amount } });
const answer = async (result: Result, client = asha) =>
  (await client.call('responsePaymentRazorpay', { body: result })) as {
    success: boolean;
    message: string;
  } & Partial<RefusedReply>;
const payment = (txnId: string) => asha.ask('paymentState', { params: { txnId } });
const balance = async (client = asha) => (await client.ask('getWallet', { query: {} })).wallet.balance;
/** A button in the modal, and what the page around it hears. */
async function press(orderId: string, task: 'pay' | 'fail' | 'cancel'): Promise<Message> {
  const modal = await fetch(`${sandbox.url}/v1/checkout/${orderId}/${task}`, { method: 'POST' });
  const message = /data-told="([^"]*)"/.exec(await modal.text())?.[1] ?? '';
  return JSON.parse(message.replaceAll('&#34;', '"')) as Message;
}

test('a top-up is started with what the modal needs [TOPUP-5, API-10, ENTITY-10]', async () => {
  await asha.ask('updateUser', { body: { name: 'Asha Rao', email: 'asha@example.com' } });
  const order = await start(500.5);
  expect(order).toEqual({
    success: true,
    message: 'Opening the payment page.',
    source: 'razorpay',
    name: 'Asha Rao',
    email: 'asha@example.com',
    txnId: expect.stringMatching(/^T-/),
    checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    razorpayId: 'rzp_test_demo',
    amount: 500.5,
    orderId: expect.stringMatching(/^order_/),
    contactNumber: `+91${mobile}`,
    pay_url: '',
    checkout_script: `${sandbox.url}/v1/checkout.js`,
  });
  expect(sandbox.orders.get(order.txnId)).toMatchObject({ orderId: order.orderId, amountPaise: 50_050 });
});

test.each(['initiatePayment', 'initiatePaymentPayu'] as const)(
  '%s is refused with a sentence, because payments go through razorpay here, as the wallet shows [TOPUP-4, ENTITY-8, SCOPE-9]',
  async (call) => {
    expect(await asha.ask('getWallet', { query: {} })).toMatchObject({ payment_option: 'razorpay' });
    const refused = await asha.call(call, { body: { amount: 500 } });
    expect(refused).toMatchObject({
      success: false,
      code: 'payment_provider_other',
      message: expect.stringMatching(/razorpay/),
    });
  },
);

test('a paid top-up is credited once, by webhook, browser and reconciler together [TOPUP-12, PAYMENT-1]', async () => {
  setQuirks({ duplicateWebhook: true });
  const order = await start();
  const result = await press(order.orderId, 'pay');
  clock.advance(MINUTE_MS);
  const answers = await Promise.all([
    answer(result),
    answer(result),
    payment(order.txnId),
    app.modules.payments.reconcileDue(),
    sandbox.webhooksSettled(),
  ]);
  for (const message of answers.slice(0, 2)) expect(message).toMatchObject({ success: true });
  expect(await payment(order.txnId)).toMatchObject({ status: 'completed' });
  expect(await balance()).toBe(500);
});

test('the result of the modal gets a sentence, and the top-up is in the wallet [TOPUP-7, API-12]', async () => {
  const order = await start();
  const message = await answer(await press(order.orderId, 'pay'));
  expect(message).toEqual({ success: true, message: 'The money is in your wallet.' });
  const { wallet } = await asha.ask('getWallet', { query: { history: 'true' } });
  expect(wallet.payment_history).toMatchObject([{ source: 'razorpay', status: 'completed', total_amount: 500 }]);
});

test('webhooks alone credit a payment, and are recorded once with razorpay’s event id [TOPUP-12]', async () => {
  setQuirks({ duplicateWebhook: true, delayWebhookMs: 20 });
  await press((await start()).orderId, 'pay');
  await sandbox.webhooksSettled();
  expect(await balance()).toBe(500);
  const keys = sandbox.deliveries.slice(-6).map(({ headers, status }) => {
    expect(status).toBe(200);
    return headers['x-razorpay-event-id'] ?? '';
  });
  const { rows } = await app.database.$client.query('select 1 from webhook_events where event_key = any($1)', [keys]);
  expect(rows).toHaveLength(2);
});

test('a stale failure after the success changes nothing [TOPUP-12, PAYMENT-7]', async () => {
  setQuirks({ outOfOrder: true });
  const order = await start();
  await press(order.orderId, 'pay');
  await sandbox.webhooksSettled();
  expect(await payment(order.txnId)).toMatchObject({ status: 'completed' });
  expect(await balance()).toBe(500);
});

test('after a closed tab and a lost webhook the reconciler still credits the payment [TOPUP-12, PAYMENT-2]', async () => {
  setQuirks({ dropWebhook: true });
  await press((await start()).orderId, 'pay');
  clock.advance(MINUTE_MS);
  await app.modules.payments.reconcileDue();
  expect(await balance()).toBe(500);
});

test('a failed try is reported as a failure, and a second try in the same modal is credited [TOPUP-9]', async () => {
  const order = await start();
  const message = await press(order.orderId, 'fail');
  expect(message.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', metadata: { order_id: order.orderId } });
  expect(await payment(order.txnId)).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/Nothing was charged/),
  });
  await answer(await press(order.orderId, 'pay'));
  expect(await balance()).toBe(500);
});

test('a closed modal changes no balance, and the payment expires unpaid [TOPUP-10]', async () => {
  const order = await start();
  expect(await press(order.orderId, 'cancel')).toEqual({ dismissed: true });
  expect(await payment(order.txnId)).toMatchObject({ status: 'pending' });
  clock.advance(16 * MINUTE_MS);
  await app.modules.payments.reconcileDue();
  expect(await payment(order.txnId)).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/not finished in time/),
  });
  expect(await balance()).toBe(0);
});

describe('an order that is paid twice', () => {
  const refundsAt = (txnId: string) => {
    const order = sandbox.orders.get(txnId);
    return order ? sandbox.orders.refundsOf(order) : [];
  };
  async function expectSecondRefunded(txnId: string): Promise<void> {
    const { attempts: [first, second] = [] } = sandbox.orders.get(txnId) ?? {};
    for (let rounds = 3; rounds > 0; rounds -= 1) {
      clock.advance(HOUR_MS);
      await app.modules.payments.reconcileDue();
      await sandbox.webhooksSettled();
    }
    expect(refundsAt(txnId)).toMatchObject([
      { transactionId: second?.transactionId, amountPaise: 50_000, state: 'COMPLETED' },
    ]);
    const { rows } = await app.database.$client.query('select * from payment_intents where txn_id = $1', [txnId]);
    expect(rows[0]).toMatchObject({ state: 'completed', provider_payment_id: first?.transactionId });
    const { wallet } = await asha.ask('getWallet', { query: { history: 'true' } });
    expect(wallet).toMatchObject({
      balance: 500,
      payment_history: [
        { source: 'refund', status: 'completed', total_amount: 500 },
        { source: 'razorpay', status: 'completed', total_amount: 500 },
      ],
    });
  }

  test('is credited once, and the second payment is refunded once, when webhooks report it after the first is credited [PAYMENT-10]', async () => {
    setQuirks({ paidTwice: true, duplicateWebhook: true });
    const order = await start();
    await answer(await press(order.orderId, 'pay'));
    await sandbox.webhooksSettled();
    expect(await balance()).toBe(500);
    await press(order.orderId, 'pay');
    await expectSecondRefunded(order.txnId);
  });

  test('is credited once, and the second payment is refunded, when both are found together [PAYMENT-10]', async () => {
    setQuirks({ paidTwice: true, dropWebhook: true });
    const order = await start();
    for (let times = 2; times > 0; times -= 1) await press(order.orderId, 'pay');
    clock.advance(MINUTE_MS);
    await app.modules.payments.reconcileDue();
    setQuirks({ dropWebhook: false });
    await expectSecondRefunded(order.txnId);
  });

  test('is credited once, and the second payment is refunded, when no webhook reports it: razorpay is asked once more after a day [PAYMENT-10]', async () => {
    setQuirks({ paidTwice: true, dropWebhook: true });
    const order = await start();
    await answer(await press(order.orderId, 'pay'));
    await press(order.orderId, 'pay');
    const nextCheck = async () => {
      const query = 'select next_check_at as at from payment_intents where txn_id = $1';
      return (await app.database.$client.query(query, [order.txnId])).rows[0]?.at;
    };
    expect(await nextCheck()).toEqual(new Date(clock.now().getTime() + 24 * HOUR_MS));
    clock.advance(23 * HOUR_MS);
    await app.modules.payments.reconcileDue();
    expect(refundsAt(order.txnId)).toEqual([]);
    setQuirks({ dropWebhook: false });
    await expectSecondRefunded(order.txnId);
    expect(await nextCheck()).toBeNull();
  });

  test('has its webhook sent again while razorpay cannot be asked, and nobody asks because of a forged one [PAYMENT-5, PAYMENT-10]', async () => {
    const order = await start();
    await answer(await press(order.orderId, 'pay'));
    await sandbox.webhooksSettled();
    const statusesOf = async (quirks: Partial<Quirks>) => {
      const count = sandbox.deliveries.length;
      setQuirks({ paidTwice: true, ...quirks });
      await press(order.orderId, 'pay');
      await sandbox.webhooksSettled();
      return new Set(sandbox.deliveries.slice(count).map(({ status }) => status));
    };
    // Razorpay cannot answer, so a server that asked would say so with 503.
    expect(await statusesOf({ statusDown: true, badSignature: true })).toEqual(new Set([401]));
    expect(await statusesOf({ statusDown: true, badSignature: false })).toEqual(new Set([503]));
    expect(refundsAt(order.txnId)).toEqual([]);
  });
});

test('a different amount from the requested one is never credited [TOPUP-12]', async () => {
  setQuirks({ wrongAmount: true });
  const order = await start();
  const result = await press(order.orderId, 'pay');
  await sandbox.webhooksSettled();
  expect(await answer(result)).toMatchObject({ success: false, code: 'payment_goes_back' });
  const { rows } = await app.database.$client.query('select * from payment_intents where txn_id = $1', [order.txnId]);
  expect(rows[0]).toMatchObject({ state: 'mismatch', reason: 'paid 49900 paise' });
  expect(await balance()).toBe(0);
});

test('a forged result is refused: wrong signature, another payment or order, another driver, an unknown order [TOPUP-12, GATE-6, PAYMENT-5]', async () => {
  setQuirks({ dropWebhook: true });
  const [paid, unpaid] = [await start(), await start(900)];
  const result = await press(paid.orderId, 'pay');
  for (const forged of [
    { ...result, razorpay_signature: '0'.repeat(64) },
    { ...result, razorpay_payment_id: 'pay_another' },
    { ...result, razorpay_order_id: unpaid.orderId },
  ]) {
    expect(await answer(forged)).toMatchObject({ success: false, code: 'payment_not_yours' });
  }
  expect(await answer(result, thief)).toMatchObject({ success: false, code: 'payment_unknown' });
  expect(await answer({ ...result, razorpay_order_id: 'order_none' })).toMatchObject({ code: 'payment_unknown' });
  expect([await balance(), await balance(thief)]).toEqual([0, 0]);
});

test('a webhook with a wrong signature is refused, and so is a correct one at another provider’s address [TOPUP-12, PAYMENT-5]', async () => {
  setQuirks({ badSignature: true });
  const { orderId } = await start();
  await press(orderId, 'pay');
  await sandbox.webhooksSettled();
  expect(sandbox.deliveries.slice(-8).map(({ status }) => status)).toEqual(Array(8).fill(401));
  expect(await balance()).toBe(0);

  setQuirks({ badSignature: false });
  await press((await start()).orderId, 'fail');
  await sandbox.webhooksSettled();
  const { headers = {}, body = '', status } = sandbox.deliveries.at(-1) ?? {};
  expect(status).toBe(200);
  const send = async (to: string) => (await fetch(`${url}/webhooks/${to}`, { method: 'POST', headers, body })).status;
  expect([await send('phonepe'), await send('payu'), await send('razorpay')]).toEqual([401, 401, 200]);
});

test('a webhook with a character that the database cannot store is taken, credits its payment and needs no repeat', async () => {
  setQuirks({ dropWebhook: true });
  const { orderId } = await start();
  await press(orderId, 'pay');
  const report = async (entity: object): Promise<number> => {
    const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
    const signature = createHmac('sha256', DEMO_CREDENTIALS.razorpay?.webhookSecret ?? '')
      .update(body)
      .digest('hex');
    const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature };
    return (await fetch(`${url}/webhooks/razorpay`, { method: 'POST', headers, body })).status;
  };
  expect([await report({ order_id: `${orderId}\0` }), await balance()]).toEqual([200, 0]);
  expect([await report({ order_id: orderId, notes: { 'a\0': '\ud800' } }), await balance()]).toEqual([200, 500]);
});

test('a bank’s late approval credits a failed payment, with or without a webhook [PAYMENT-8]', async () => {
  setQuirks({ lateAuthorisation: true });
  const [announced, unannounced] = [await start(100), await start(20)];
  for (const order of [announced, unannounced]) {
    await press(order.orderId, 'pay');
    expect(await payment(order.txnId)).toMatchObject({ status: 'failed' });
  }
  await sandbox.webhooksSettled();
  const authorise = (txnId: string) => fetch(`${sandbox.url}/sandbox/orders/${txnId}/authorise`, { method: 'POST' });
  await authorise(announced.txnId);
  await sandbox.webhooksSettled();
  setQuirks({ dropWebhook: true });
  await authorise(unannounced.txnId);
  clock.advance(HOUR_MS + MINUTE_MS);
  await app.modules.payments.reconcileDue();
  expect(await balance()).toBe(120);
});

test('a payment that is only authorized is captured, then credited [PAYMENT-16]', async () => {
  setQuirks({ uncaptured: true });
  const { orderId, txnId } = await start();
  expect(await answer(await press(orderId, 'pay'))).toMatchObject({ message: 'The money is in your wallet.' });
  expect(sandbox.orders.get(txnId)).toMatchObject({ state: 'COMPLETED', attempts: [{ state: 'COMPLETED' }] });
  expect(await balance()).toBe(500);
});

test('while razorpay is down the payment stays open and is credited later [TOPUP-12, PAYMENT-3]', async () => {
  setQuirks({ statusDown: true, dropWebhook: true });
  const order = await start();
  const result = await press(order.orderId, 'pay');
  expect(await answer(result)).toEqual({ success: true, message: 'The payment is being checked.' });
  setQuirks({ statusDown: false });
  clock.advance(MINUTE_MS);
  await app.modules.payments.reconcileDue();
  expect(await balance()).toBe(500);
});

test('a payer outside our page gets an address to pay at, and returns to the page of the purpose', async () => {
  const paid: string[] = [];
  app.modules.payments.definePurpose('order', {
    applyPayment: async (_tx, { txnId }) => void paid.push(txnId),
    pagePath: ({ txnId }) => `/products?paid=${txnId}`,
  });
  const customer = { name: 'Visitor', email: 'v@example.com', mobile: '9876543210' };
  const facts = { purpose: 'order', driverId: undefined, amountPaise: 900_00, label: 'Charger', customer };
  const { txnId, order } = await app.modules.payments.start({ ...facts, isHosted: true });
  expect(await (await fetch(order.payUrl)).text()).toContain('₹900.00');
  const back = await fetch(`${order.payUrl}/pay`, { method: 'POST', redirect: 'manual' });
  const location = (back.headers.get('location') ?? '').replace('http://127.0.0.1:3000', url);
  const landed = await fetch(location, { redirect: 'manual' });
  expect([landed.status, landed.headers.get('location')]).toEqual([303, `/products?paid=${txnId}`]);
  await sandbox.webhooksSettled();
  expect(paid).toEqual([txnId]);
});

test('Razorpay’s answers are stored as facts with the payment of that order, and are in the payer’s copy', async () => {
  const order = await start();
  await answer(await press(order.orderId, 'pay'));
  await sandbox.webhooksSettled();
  const noted = 'select body from webhook_events where txn_id = $1';
  const { rows } = await app.database.$client.query(noted, [order.txnId]);
  expect(rows[0]).toMatchObject({ body: { payload: { payment: { entity: { order_id: order.orderId } } } } });
  const { data } = await asha.ask('personalData', { query: {} });
  expect(data['webhook_events']).toHaveLength(rows.length);
});
