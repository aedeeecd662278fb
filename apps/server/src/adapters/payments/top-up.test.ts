import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { HistoryEntry } from '@bijli/contract/wallet';
import type { Quirks } from '@bijli/payment-sandbox/quirks';
import { createSandbox, type Sandbox } from '@bijli/payment-sandbox/sandbox';
import { createEvents } from '#events/events.ts';
import { createHttp } from '#http/calls/serve.ts';
import { TestClock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { en } from '#kernel/messages/en.ts';
import { createAccounts } from '#modules/accounts/index.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { createPayments, paymentsCheck } from '#modules/payments/index.ts';
import { paymentsRoutes } from '#modules/payments/payments.routes.ts';
import { createTopUps, createWallet, topUpsCheck, walletCheck } from '#modules/wallet/index.ts';
import { topUpsRoutes } from '#modules/wallet/top-ups.routes.ts';
import { walletRoutes } from '#modules/wallet/wallet.routes.ts';
import { testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { PHONEPE_CREDENTIALS as credentials, PHONEPE_SIGNATURE as signature } from '#testing/provider-fixture.ts';
import { testServer } from '#testing/server.ts';
import { phonepe } from './phonepe.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const codes = new Map<string, string>();
const accounts = createAccounts({
  database,
  clock,
  sms: { send: async ({ to, values }) => void codes.set(to, values['code'] ?? '') },
  log: testLog,
  limits: { perNumberHour: 1000, perAddressHour: 1000, perHour: 1000 },
  domain: 'bijli.example',
  events: createEvents({ log: testLog }),
});

let sandbox: Sandbox;
let payments: ReturnType<typeof createPayments>;
let url: string;
let app: Awaited<ReturnType<typeof testServer>>;

beforeAll(async () => {
  sandbox = await createSandbox({
    phonepe: credentials,
    now: () => clock.now().getTime(),
    webhookRetriesMs: [20, 40, 80],
  });
  const provider = phonepe({
    apiUrl: sandbox.url,
    oauthUrl: sandbox.url,
    checkoutUrl: sandbox.url,
    ...credentials,
    clock,
    log: testLog,
  });
  payments = createPayments({
    database,
    clock,
    log: testLog,
    provider,
    checksumSecret: 'checksum-secret',
    linkSecret: 'link-secret',
    events: createEvents({ log: testLog }),
    publicUrl: 'https://bijli.example',
  });
  const topUps = createTopUps({
    database,
    payments,
    clock,
    log: testLog,
    limits: { minPaise: 100, maxPaise: 1_000_000 },
  });
  app = await testServer();
  const http = createHttp(app, accounts.authenticate, true);
  paymentsRoutes(http, payments);
  topUpsRoutes(http, topUps, { findPayer: (driverId) => accounts.getDriver(driverId) });
  const wallet = createWallet({ clock });
  walletRoutes(http, { database, wallet, topUps }, { listStationNames: async () => new Map() });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  sandbox.setWebhookUrl(`${url}/webhooks/phonepe`);
});

afterEach(async () => {
  await sandbox.webhooksSettled();
  sandbox.quirks.clear();
  expect(await listLedgerProblems(database, [walletCheck, topUpsCheck, paymentsCheck])).toEqual([]);
});
afterAll(async () => {
  await sandbox.close();
  await app.close();
});

/** Fields of the answers that these tests look at. */
interface Body {
  success: boolean;
  code: string;
  pay_url: string;
  txnId: string;
  checksum: string;
  /** Of a payment. */
  status: string;
  wallet: { balance: number; held: number; payment_history: HistoryEntry[] };
}

let mobile = 9_800_000_000;
/** A driver's phone: signs in, and speaks the wire contract. */
async function phone() {
  mobile += 1;
  const caller = { address: '127.0.0.1', site: undefined, device: undefined };
  await accounts.sendCode(String(mobile), caller, en);
  const { token } = await accounts.verifyCode(String(mobile), codes.get(String(mobile)) ?? '', caller);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api-v1/user${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { http: answer.status, ...((await answer.json()) as Body) };
  };
  return {
    call,
    start: (amount: unknown) => call('POST', '/initiate-payment', { amount }),
    answer: (order: { txnId: string; checksum: string }, code = 'CONCLUDED') =>
      call('POST', '/response-payment-phonepe', { code, transactionId: order.txnId, checksum: order.checksum }),
    payment: (txnId: string) => call('GET', `/payments/${txnId}`),
    wallet: async () => (await call('GET', '/get-wallet?history=true')).wallet,
    balance: async () => (await call('GET', '/get-wallet')).wallet.balance,
  };
}

const press = (payUrl: string, task: 'pay' | 'fail' | 'cancel') =>
  fetch(`${payUrl}/${task}`, { method: 'POST', redirect: 'manual' });
const setQuirks = (quirks: Partial<Quirks>) => sandbox.quirks.set(quirks);
const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await database.$client.query(statement, values)).rows;
/** Where the provider sends the browser when it is done. */
const wayBack = (txnId: string) => sandbox.orders.get(txnId)?.redirectUrl.replace('https://bijli.example', url) ?? '';
const payment = async (txnId: string) => (await rowsOf('select * from payment_intents where txn_id = $1', txnId))[0];

test('a top-up is started with what the checkout needs [TOPUP-5, API-9, ENTITY-10]', async () => {
  const asha = await phone();
  await rowsOf("update drivers set name = 'Asha Rao', email = 'asha@example.com' where mobile = $1", String(mobile));
  const order = await asha.start(500.5);
  expect(order).toMatchObject({
    success: true,
    message: 'Opening the payment page.',
    source: 'phonepe',
    razorpayId: '',
    amount: 500.5,
    orderId: expect.stringMatching(/^OMO/),
    name: 'Asha Rao',
    email: 'asha@example.com',
    contactNumber: `+91${mobile}`,
    txnId: expect.stringMatching(/^T-/),
    checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  for (const field of ['key', 'txnid', 'hash']) expect(order).not.toHaveProperty(field);
  expect(order.pay_url).toContain(`${sandbox.url}/checkout/OMO`);
  expect(sandbox.orders.get(order.txnId)).toMatchObject({
    amountPaise: 50_050,
    redirectUrl: expect.stringContaining(`https://bijli.example/payments/phonepe/return?txn=${order.txnId}&sig=`),
  });
});

test.each([
  [0, 'amount_invalid'],
  [-500, 'amount_invalid'],
  [10.005, 'amount_invalid'],
  [1e300, 'amount_too_large'],
  [99_999_999_999_999, 'amount_too_large'],
  [0.5, 'amount_too_small'],
  [10_000.01, 'amount_too_large'],
  ['', 'bad_request'],
])('an amount of %j is refused with a message [TOPUP-6, TOPUP-13]', async (amount, code) => {
  const asha = await phone();
  const refused = await asha.start(amount);
  expect(refused).toMatchObject({ http: 200, success: false, code, message: expect.stringMatching(/\S/) });
});

test('a paid top-up is credited once, by webhook, browser and reconciler together [TOPUP-12, PAYMENT-1]', async () => {
  const asha = await phone();
  setQuirks({ duplicateWebhook: true });
  const order = await asha.start(500);
  await press(order.pay_url, 'pay');
  clock.advance(MINUTE_MS);
  const answers = [asha.answer(order), asha.answer(order)];
  await Promise.all([...answers, payments.reconcileDue(), sandbox.webhooksSettled()]);
  for (const answer of answers) expect(await answer).toMatchObject({ success: true });
  expect(await asha.balance()).toBe(500);
  expect(await rowsOf('select 1 from ledger_transfers where reference = $1', order.txnId)).toHaveLength(1);
  expect(await payment(order.txnId)).toMatchObject({ state: 'completed', next_check_at: null });
});

test('a payment that the provider does not know fails after a day, is asked about for a month, and is credited when it is known', async () => {
  const asha = await phone();
  setQuirks({ orderUnknown: true, dropWebhook: true });
  const order = await asha.start(500);
  await press(order.pay_url, 'pay');
  clock.advance(23 * HOUR_MS);
  await payments.reconcileDue();
  expect(await asha.payment(order.txnId)).toMatchObject({ status: 'pending' });
  // Its webhook is sent again until the provider can be asked.
  const body = JSON.stringify({ event: 'checkout.order.completed', payload: { merchantOrderId: order.txnId } });
  const webhook = () =>
    fetch(`${url}/webhooks/phonepe`, { method: 'POST', headers: { authorization: signature }, body });
  expect((await webhook()).status).toBe(503);
  clock.advance(HOUR_MS);
  await payments.reconcileDue();
  expect(await asha.payment(order.txnId)).toMatchObject({ status: 'failed' });
  expect(await payment(order.txnId)).toMatchObject({
    reason: 'unknown to the provider',
    next_check_at: new Date(clock.now().getTime() + 24 * HOUR_MS),
  });
  expect((await webhook()).status).toBe(503);
  clock.advance(28 * 24 * HOUR_MS);
  await payments.reconcileDue();
  expect(await asha.balance()).toBe(0);
  // Staff have corrected the keys.
  setQuirks({ orderUnknown: false });
  clock.advance(24 * HOUR_MS);
  await payments.reconcileDue();
  expect(await asha.balance()).toBe(500);
  expect((await webhook()).status).toBe(200);
  expect(await asha.balance()).toBe(500);
});

test('a paid top-up gets a sentence and is in the wallet with its details [TOPUP-8, WALLET-2, WALLET-9]', async () => {
  const asha = await phone();
  const order = await asha.start(500);
  await press(order.pay_url, 'pay');
  expect(await asha.answer(order)).toMatchObject({ success: true, message: 'The money is in your wallet.' });
  expect(await asha.wallet()).toEqual({
    balance: 500,
    held: 0,
    payment_history: [
      {
        remark: 'Credits added',
        status: 'completed',
        type: 'cr',
        source: 'phonepe',
        total_amount: 500,
        transaction_id: order.txnId,
        created_at: clock.now().toISOString(),
      },
    ],
  });
});

test('fifty reports of one payment at the same moment credit it once [TOPUP-12, PAYMENT-1]', async () => {
  const asha = await phone();
  setQuirks({ dropWebhook: true });
  const order = await asha.start(500);
  await press(order.pay_url, 'pay');
  clock.advance(MINUTE_MS);
  const event = JSON.stringify({ event: 'checkout.order.completed', payload: { merchantOrderId: order.txnId } });
  const report = (index: number) =>
    [
      () => asha.answer(order),
      () => fetch(wayBack(order.txnId), { redirect: 'manual' }),
      () => fetch(`${url}/webhooks/phonepe`, { method: 'POST', headers: { authorization: signature }, body: event }),
      () => asha.payment(order.txnId),
      () => payments.reconcileDue(),
    ][index % 5]?.();
  await Promise.all(Array.from({ length: 50 }, (_, index) => report(index)));
  expect(await asha.balance()).toBe(500);
  expect(await rowsOf('select 1 from ledger_transfers where reference = $1', order.txnId)).toHaveLength(1);
});

test('after a closed tab and a lost webhook the reconciler still credits the payment [TOPUP-12, PAYMENT-2]', async () => {
  const asha = await phone();
  setQuirks({ dropWebhook: true });
  const order = await asha.start(500);
  await press(order.pay_url, 'pay');
  await payments.reconcileDue();
  expect(await asha.balance()).toBe(0);
  for (let asked = 0; asked < 10; asked += 1) {
    clock.advance(3000);
    await payments.reconcileDue();
  }
  expect((await payment(order.txnId)).state).toBe('completed');
  expect(await asha.balance()).toBe(500);
});

test('a cancelled checkout is reported as cancelled at once and changes no balance [TOPUP-10, ENTITY-9]', async () => {
  const asha = await phone();
  const order = await asha.start(500);
  await press(order.pay_url, 'cancel');
  expect(await asha.answer(order, 'USER_CANCEL')).toMatchObject({
    success: true,
    message: 'The payment was cancelled. Nothing was charged.',
  });
  expect(await asha.payment(order.txnId)).toMatchObject({
    status: 'failed',
    cancelled: true,
    amount: 500,
    message: 'The payment was cancelled. Nothing was charged.',
  });
  expect((await asha.wallet()).payment_history[0]).toMatchObject({
    remark: 'Credits not added',
    status: 'failed',
    cancelled: true,
  });
  expect(await asha.balance()).toBe(0);
});

test('a payment that was cancelled and then paid in another tab is credited within a minute [TOPUP-10, TOPUP-12]', async () => {
  const asha = await phone();
  setQuirks({ dropWebhook: true });
  const order = await asha.start(500);
  await asha.answer(order, 'USER_CANCEL');
  await press(order.pay_url, 'pay');
  clock.advance(MINUTE_MS);
  await payments.reconcileDue();
  expect(await asha.balance()).toBe(500);
});

test('only its own driver can cancel a payment [TOPUP-10, GATE-6]', async () => {
  const [asha, thief] = [await phone(), await phone()];
  const { txnId, checksum } = await asha.start(500);
  const cancel = (who: typeof asha, sum = checksum) => who.call('POST', `/payments/${txnId}/cancel`, { checksum: sum });
  expect(await cancel(thief)).toMatchObject({ success: false, code: 'payment_unknown' });
  expect(await cancel(asha, '0'.repeat(64))).toMatchObject({ success: false, code: 'payment_not_yours' });
  expect((await asha.payment(txnId)).status).toBe('pending');
  expect(await cancel(asha)).toMatchObject({ success: true });
  expect((await asha.payment(txnId)).status).toBe('failed');
});

test('a browser’s claim of success credits nothing that the provider does not confirm [TOPUP-12, GATE-6, PAYMENT-4]', async () => {
  const [asha, thief] = [await phone(), await phone()];
  const order = await asha.start(500);
  const claim = { txnId: order.txnId, checksum: order.checksum };
  expect(await asha.answer(claim, 'PAYMENT_SUCCESS')).toMatchObject({
    success: true,
    message: 'The payment is being checked.',
  });
  expect(await asha.answer({ ...claim, checksum: 'f'.repeat(64) }, 'PAYMENT_SUCCESS')).toMatchObject({
    code: 'payment_not_yours',
  });
  expect(await thief.answer(claim, 'PAYMENT_SUCCESS')).toMatchObject({ success: false, code: 'payment_unknown' });
  expect(await thief.payment(order.txnId)).toMatchObject({ http: 404, code: 'payment_unknown' });
  expect([await asha.balance(), await thief.balance()]).toEqual([0, 0]);
});

test('a webhook alone credits nothing, and a webhook or result with a wrong signature is refused [TOPUP-12, PAYMENT-4, PAYMENT-5]', async () => {
  const asha = await phone();
  const order = await asha.start(500);
  const forged = {
    event: 'checkout.order.completed',
    payload: { merchantOrderId: order.txnId, state: 'COMPLETED', amount: 50_000 },
  };
  const send = (authorization: string, body: object | string = forged) =>
    fetch(`${url}/webhooks/phonepe`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  expect((await send(signature)).status).toBe(200);
  expect((await send('0'.repeat(64))).status).toBe(401);
  expect((await send(signature, '{not json')).status).toBe(401);
  expect(
    (await send(signature, { event: 'checkout.order.completed', payload: { merchantOrderId: 'T-UNKNOWN' } })).status,
  ).toBe(200);
  expect(await asha.balance()).toBe(0);

  setQuirks({ badSignature: true });
  await press(order.pay_url, 'pay');
  await sandbox.webhooksSettled();
  expect(sandbox.deliveries.slice(-4).map((each) => each.status)).toEqual([401, 401, 401, 401]);
  expect(await asha.answer({ ...order, checksum: 'f'.repeat(64) })).toMatchObject({ code: 'payment_not_yours' });
  expect(await asha.balance()).toBe(0);
  // The forged event was not noted as done, so the true one under the same key has its effect.
  expect((await send(signature)).status).toBe(200);
  expect(await asha.balance()).toBe(500);
});

test.each<[string, Partial<Quirks>]>([
  ['sent three times', { duplicateWebhook: true }],
  ['followed by a stale failure', { outOfOrder: true }],
  ['late', { delayWebhookMs: 40 }],
])('a webhook that is %s credits once [TOPUP-12, PAYMENT-7]', async (_, quirks) => {
  const asha = await phone();
  setQuirks(quirks);
  const order = await asha.start(500);
  await press(order.pay_url, 'pay');
  await sandbox.webhooksSettled();
  expect(await asha.balance()).toBe(500);
  expect((await payment(order.txnId)).state).toBe('completed');
  const events = await rowsOf(
    'select event_key from webhook_events where event_key like $1',
    `${order.txnId}:checkout.order.completed:%`,
  );
  expect(events).toHaveLength(1);
});

test('a different amount from the requested one is never credited, and the driver is told that it is refunded [TOPUP-12]', async () => {
  const asha = await phone();
  setQuirks({ wrongAmount: true });
  const order = await asha.start(500);
  await press(order.pay_url, 'pay');
  await sandbox.webhooksSettled();
  expect(await asha.answer(order)).toMatchObject({ success: false, code: 'payment_goes_back' });
  expect(await payment(order.txnId)).toMatchObject({
    state: 'mismatch',
    reason: 'paid 49900 paise',
    next_check_at: null,
  });
  expect(await asha.balance()).toBe(0);
  expect(await asha.payment(order.txnId)).toMatchObject({
    status: 'failed',
    message: 'We couldn’t use your payment. We are refunding it the way you paid.',
  });
});

test('a bank’s refusal is reported as a failure [TOPUP-9]', async () => {
  const asha = await phone();
  setQuirks({ declines: true });
  const order = await asha.start(500);
  await press(order.pay_url, 'pay');
  expect(await asha.answer(order)).toMatchObject({ http: 200, success: false, code: 'payment_failed' });
  expect(await asha.payment(order.txnId)).toMatchObject({
    status: 'failed',
    message: 'The payment failed. Nothing was charged.',
  });
  expect((await payment(order.txnId)).reason).toBe('AUTHORIZATION_ERROR/ZM');
});

test('a bank’s late approval credits a failed payment within three days, with or without a webhook [PAYMENT-8]', async () => {
  const asha = await phone();
  setQuirks({ lateAuthorisation: true });
  const [announced, unannounced, tooLate] = [await asha.start(100), await asha.start(20), await asha.start(3)];
  for (const order of [announced, unannounced, tooLate]) {
    await press(order.pay_url, 'pay');
    expect(await asha.answer(order)).toMatchObject({ code: 'payment_failed' });
  }
  await sandbox.webhooksSettled();
  const authorise = (txnId: string) => fetch(`${sandbox.url}/sandbox/orders/${txnId}/authorise`, { method: 'POST' });
  await authorise(announced.txnId);
  await sandbox.webhooksSettled();
  expect(await asha.balance()).toBe(100);

  setQuirks({ dropWebhook: true });
  await authorise(unannounced.txnId);
  clock.advance(HOUR_MS + MINUTE_MS);
  await payments.reconcileDue();
  expect(await asha.balance()).toBe(120);

  clock.advance(72 * HOUR_MS);
  await payments.reconcileDue();
  expect((await payment(tooLate.txnId)).next_check_at).toBeNull();
});

test('while the provider is down the payment stays open and is credited later [TOPUP-12, PAYMENT-3]', async () => {
  const asha = await phone();
  const order = await asha.start(500);
  setQuirks({ statusDown: true });
  await press(order.pay_url, 'pay');
  expect(await asha.answer(order)).toMatchObject({ success: true, message: 'The payment is being checked.' });
  await sandbox.webhooksSettled();
  expect(sandbox.deliveries.slice(-4).map((each) => each.status)).toEqual([503, 503, 503, 503]);
  clock.advance(20 * MINUTE_MS);
  await payments.reconcileDue();
  expect((await asha.payment(order.txnId)).status).toBe('pending');
  setQuirks({ statusDown: false });
  clock.advance(MINUTE_MS);
  await payments.reconcileDue();
  expect(await asha.balance()).toBe(500);
});

test('a payment that the provider never accepted is refused, and its state is never asked for [TOPUP-6]', async () => {
  const asha = await phone();
  const dead = createPayments({
    database,
    clock,
    log: testLog,
    checksumSecret: 'x',
    linkSecret: 'x',
    events: createEvents({ log: testLog }),
    publicUrl: 'x',
    provider: phonepe({
      apiUrl: 'http://127.0.0.1:9',
      oauthUrl: 'http://127.0.0.1:9',
      checkoutUrl: 'http://127.0.0.1:9',
      ...credentials,
      clock,
      log: testLog,
    }),
  });
  const customer = { name: '', email: '', mobile: '9876543210' };
  const [driver] = await rowsOf('select id from drivers where mobile = $1', String(mobile));
  const starting = createTopUps({
    database,
    payments: dead,
    clock,
    log: testLog,
    limits: { minPaise: 100, maxPaise: 1000 },
  }).start('phonepe', {
    driverId: Number(driver.id),
    rupees: 5,
    label: 'Credits',
    customer,
  });
  await expect(starting).rejects.toThrow('payment_provider_down');
  const [left] = await rowsOf('select * from payment_intents where driver_id = $1', driver.id);
  expect(left).toMatchObject({ state: 'failed', reason: 'not created', next_check_at: null });
  expect((await asha.wallet()).payment_history).toEqual([]);
});

test('the return from the provider settles the payment and leads to the wallet [TOPUP-11]', async () => {
  const asha = await phone();
  setQuirks({ dropWebhook: true });
  const order = await asha.start(500);
  const back = (await press(order.pay_url, 'pay')).headers.get('location') ?? '';
  const answer = await fetch(back.replace('https://bijli.example', url), { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/wallet?payment=${order.txnId}`]);
  expect(await asha.balance()).toBe(500);
  for (const query of ['', 'txn=T-NONE', `txn=${order.txnId}`, `txn=${order.txnId}&sig=guessed`]) {
    const lost = await fetch(`${url}/payments/phonepe/return?${query}`, { redirect: 'manual' });
    expect([lost.status, lost.headers.get('location')]).toEqual([303, '/wallet']);
  }
});

test('a payment for another module has its own effect, once, and its own page', async () => {
  const paid: string[] = [];
  payments.definePurpose('order', {
    applyPayment: async (_tx, payment) => void paid.push(payment.txnId),
    pagePath: ({ txnId }) => `/products?paid=${txnId}`,
  });
  const customer = { name: 'Visitor', email: 'v@example.com', mobile: '9876543210' };
  const { txnId, order } = await payments.start({
    purpose: 'order',
    driverId: undefined,
    amountPaise: 900_00,
    label: 'Charger',
    customer,
  });
  await press(order.payUrl, 'pay');
  await sandbox.webhooksSettled();
  const landed = await fetch(wayBack(txnId), { redirect: 'manual' });
  expect(landed.headers.get('location')).toBe(`/products?paid=${txnId}`);
  expect(paid).toEqual([txnId]);
});
