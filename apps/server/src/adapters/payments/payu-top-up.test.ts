import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Quirks } from '@bijli/payment-sandbox/quirks';
import { TestClock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { testApp } from '#testing/app.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';

/** The server's own rounds rest: what is asked for again is asked for by a test. */
const clock = new TestClock('2026-11-20T10:00:00Z', { minIntervalMs: 10_000 * HOUR_MS });
const stack = await testApp({ clock, env: { PAYMENT_OPTION: 'payu' } });
const { app, sandbox, url } = stack;
let mobile = 9_822_222_220;
let asha: Awaited<ReturnType<typeof stack.driver>>;

beforeEach(async () => {
  mobile += 1;
  asha = await stack.driver(String(mobile), 0);
  await asha.ask('updateUser', { body: { name: 'Asha | "Rao"', email: 'asha@example.com' } });
});
afterEach(async () => {
  await sandbox.webhooksSettled();
  sandbox.quirks.clear();
});
afterAll(async () => {
  expect(await listLedgerProblems(app.database, LEDGER_PARTS)).toEqual([]);
});

interface Form {
  action: string;
  fields: Record<string, string>;
}

const setQuirks = (quirks: Partial<Quirks>) => sandbox.quirks.set(quirks);
const start = (amount = 500) => asha.ask('initiatePaymentPayu', { body: { amount } });
const payment = (txnId: string) => asha.ask('paymentState', { params: { txnId } });
const balance = async () => (await asha.ask('getWallet', { query: {} })).wallet.balance;
/** The form of a page, as a browser reads it. */
function formIn(page: string): Form {
  const plain = (text = ''): string =>
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const inputs = [...page.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: plain(/action="([^"]*)"/.exec(page)?.[1]),
    fields: Object.fromEntries(inputs.map(([, name, value]) => [plain(name), plain(value)])),
  };
}
const here = (address: string): string => address.replace('http://127.0.0.1:3000', url);
const submit = ({ action, fields }: Form) =>
  fetch(here(action), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

/** Our page, PayU's page, a button there: gives the form that PayU has the browser bring back. */
async function press(order: { pay_url: string; txnId: string }, task: 'pay' | 'fail' | 'cancel'): Promise<Form> {
  const ours = formIn(await (await fetch(here(order.pay_url))).text());
  const theirs = await submit(ours);
  expect(theirs.status).toBe(200);
  expect(await theirs.text()).toContain(`action="/_payment/${order.txnId}/${task}"`);
  const done = await fetch(`${sandbox.url}/_payment/${order.txnId}/${task}`, { method: 'POST' });
  return formIn(await done.text());
}

test('a top-up leads to our page that posts a signed form to PayU [TOPUP-5, API-11, ENTITY-10]', async () => {
  const order = await start(500.5);
  expect(order).toEqual({
    success: true,
    message: 'Opening the payment page.',
    source: 'payu',
    amount: 500.5,
    name: 'Asha | "Rao"',
    email: 'asha@example.com',
    contactNumber: `+91${mobile}`,
    pay_url: expect.stringMatching(/^http/),
    txnId: expect.stringMatching(/^T-/),
    checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    key: 'demoKey',
    txnid: order.txnId,
    hash: expect.stringMatching(/^[0-9a-f]{128}$/),
    orderId: order.txnId,
    razorpayId: '',
  });
  expect(order.pay_url).toContain(`http://127.0.0.1:3000/payments/payu/${order.txnId}?sig=`);
  const page = await fetch(here(order.pay_url));
  expect(page.headers.get('content-security-policy')).toMatch(new RegExp(`form-action 'self' ${sandbox.url};`));
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(formIn(await page.text())).toEqual({
    action: `${sandbox.url}/_payment`,
    fields: {
      key: 'demoKey',
      txnid: order.txnId,
      amount: '500.50',
      productinfo: 'Credits added',
      firstname: 'Asha   "Rao"',
      email: 'asha@example.com',
      phone: String(mobile),
      surl: expect.stringContaining(`http://127.0.0.1:3000/payments/payu/return?txn=${order.txnId}&sig=`),
      furl: expect.stringContaining(`http://127.0.0.1:3000/payments/payu/return?txn=${order.txnId}&sig=`),
      hash: order.hash,
    },
  });
  const script = await fetch(`${url}/payments/submit.js`);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(await script.text()).toContain('submit()');
});

test('a checkout page needs its signature, and a paid one leads to the wallet', async () => {
  const order = await start();
  const other = await start(5);
  const unsigned = order.pay_url.replace(/sig=.*/, '');
  const swapped = order.pay_url.replace(order.txnId, other.txnId);
  const broken = order.pay_url.replace(order.txnId, '%00');
  for (const address of [unsigned, `${unsigned}sig=${'0'.repeat(64)}`, swapped, broken]) {
    expect((await fetch(here(address))).status).toBe(404);
  }
  await submit(await press(order, 'pay'));
  const again = await fetch(here(order.pay_url), { redirect: 'manual' });
  expect([again.status, again.headers.get('location')]).toEqual([303, `/wallet?payment=${order.txnId}`]);
});

test('a checkout page that was kept until another provider replaced payu offers nothing to pay', async () => {
  const order = await start();
  const provider = 'update payment_intents set provider = $1 where txn_id = $2';
  await app.database.$client.query(provider, ['phonepe', order.txnId]);
  const kept = await fetch(here(order.pay_url), { redirect: 'manual' });
  expect([kept.status, kept.headers.get('location')]).toEqual([303, `/wallet?payment=${order.txnId}`]);
  // With payu back it can be paid.
  await app.database.$client.query(provider, ['payu', order.txnId]);
  await submit(await press(order, 'pay'));
  expect(await payment(order.txnId)).toMatchObject({ status: 'completed' });
});

test('the form is kept as long as it can be posted, and so is the payer’s name', async () => {
  const order = await start();
  const kept = async (): Promise<unknown> => {
    const form = 'select checkout_form as form from payment_intents where txn_id = $1';
    return (await app.database.$client.query(form, [order.txnId])).rows[0]?.form;
  };
  await app.modules.payments.purgeExpired();
  expect(await kept()).toMatchObject({ fields: { firstname: 'Asha   "Rao"' } });
  clock.advance(15 * MINUTE_MS);
  await app.modules.payments.purgeExpired();
  expect(await kept()).toBeNull();
  const late = await fetch(here(order.pay_url), { redirect: 'manual' });
  expect(late.headers.get('location')).toBe(`/wallet?payment=${order.txnId}`);
});

test.each(['initiatePayment', 'initiatePaymentRazorpay'] as const)(
  '%s is refused with a sentence, because payments go through payu here, as the wallet shows [TOPUP-4, ENTITY-8, SCOPE-9]',
  async (call) => {
    expect(await asha.ask('getWallet', { query: {} })).toMatchObject({ payment_option: 'payu' });
    const refused = await asha.call(call, { body: { amount: 500 } });
    expect(refused).toMatchObject({
      success: false,
      code: 'payment_provider_other',
      message: expect.stringMatching(/payu/),
    });
  },
);

test('a payer returns with a form, without signing in, and the money is credited [TOPUP-11, TOPUP-12]', async () => {
  setQuirks({ dropWebhook: true });
  const order = await start();
  const back = await submit(await press(order, 'pay'));
  expect([back.status, back.headers.get('location')]).toEqual([303, `/wallet?payment=${order.txnId}`]);
  expect(await balance()).toBe(500);
});

test('a payer who uses Hindi pays with a form whose signature holds in any script', async () => {
  setQuirks({ dropWebhook: true });
  await asha.ask('updateUser', { body: { name: 'आशा राव', email: 'asha@example.com' } });
  const order = await asha.call('initiatePaymentPayu', { body: { amount: 500 } }, { 'accept-language': 'hi' });
  if (!order.success) throw new Error(order.message);
  expect(order.message).toBe('भुगतान का पेज खुल रहा है।');
  const page = await (await fetch(here(order.pay_url), { headers: { 'accept-language': 'hi' } })).text();
  expect(page).toContain('<html lang="hi">');
  expect(formIn(page).fields).toMatchObject({ productinfo: 'क्रेडिट जोड़े गए', firstname: 'आशा राव' });
  await submit(await press(order, 'pay'));
  expect(await balance()).toBe(500);
});

test('a payment is credited once, by webhooks, browser and reconciler together [TOPUP-12, PAYMENT-1]', async () => {
  setQuirks({ duplicateWebhook: true });
  const order = await start();
  const form = await press(order, 'pay');
  clock.advance(MINUTE_MS);
  await Promise.all([
    submit(form),
    submit(form),
    payment(order.txnId),
    app.modules.payments.reconcileDue(),
    sandbox.webhooksSettled(),
  ]);
  expect(await payment(order.txnId)).toMatchObject({ status: 'completed' });
  expect(await balance()).toBe(500);
  expect(sandbox.deliveries.slice(-3).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test.each<[string, Partial<Quirks>]>([
  ['followed by a stale failure', { outOfOrder: true }],
  ['late', { delayWebhookMs: 40 }],
])('a webhook that is %s credits once, with the browser closed [TOPUP-12, PAYMENT-7]', async (_, quirks) => {
  setQuirks(quirks);
  const order = await start();
  await press(order, 'pay');
  await sandbox.webhooksSettled();
  expect(await payment(order.txnId)).toMatchObject({ status: 'completed' });
  expect(await balance()).toBe(500);
});

test('after a closed tab and a lost webhook the reconciler still credits the payment [TOPUP-12, PAYMENT-2]', async () => {
  setQuirks({ dropWebhook: true });
  await press(await start(), 'pay');
  clock.advance(MINUTE_MS);
  await app.modules.payments.reconcileDue();
  expect(await balance()).toBe(500);
});

test('a failure and a cancellation are distinguished and change no balance [TOPUP-9, TOPUP-10]', async () => {
  const [failed, cancelled] = [await start(), await start()];
  const back = await submit(await press(failed, 'fail'));
  expect(back.headers.get('location')).toBe(`/wallet?payment=${failed.txnId}`);
  expect(await payment(failed.txnId)).toMatchObject({
    status: 'failed',
    message: 'The payment failed. Nothing was charged.',
  });
  await submit(await press(cancelled, 'cancel'));
  const why = 'The payment was cancelled. Nothing was charged.';
  expect(await payment(cancelled.txnId)).toMatchObject({ status: 'failed', message: why });
  expect(await balance()).toBe(0);
});

test('an order that nobody takes to PayU expires', async () => {
  const order = await start();
  expect(await payment(order.txnId)).toMatchObject({ status: 'pending' });
  clock.advance(16 * MINUTE_MS);
  await app.modules.payments.reconcileDue();
  expect(await payment(order.txnId)).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/not finished in time/),
  });
});

test('a different amount from the requested one is never credited [TOPUP-12]', async () => {
  setQuirks({ wrongAmount: true });
  const order = await start();
  await submit(await press(order, 'pay'));
  await sandbox.webhooksSettled();
  const { rows } = await app.database.$client.query('select * from payment_intents where txn_id = $1', [order.txnId]);
  expect(rows[0]).toMatchObject({ state: 'mismatch', reason: 'paid 49900 paise', next_check_at: null });
  expect(await payment(order.txnId)).toMatchObject({ status: 'failed', message: expect.stringMatching(/refunding/) });
  expect(await balance()).toBe(0);
});

test('a forged return or webhook has no effect [TOPUP-12, PAYMENT-4, PAYMENT-5]', async () => {
  const order = await start();
  const form = await press(order, 'fail');
  for (const change of [{ status: 'success' }, { hash: '0'.repeat(128) }, { amount: '900.00' }, { key: 'other' }]) {
    const fields = { ...form.fields, ...change };
    const back = await submit({ ...form, fields });
    expect([back.status, back.headers.get('location')]).toEqual([303, '/wallet']);
    expect((await submit({ action: `${url}/webhooks/payu`, fields })).status).toBe(401);
  }
  // Well signed, but of an order that PayU's own books call failed: the books count.
  expect((await submit({ action: `${url}/webhooks/payu`, fields: form.fields })).status).toBe(200);
  // PayU's own word of the first order.
  await sandbox.webhooksSettled();
  setQuirks({ badSignature: true });
  await press(await start(), 'pay');
  await sandbox.webhooksSettled();
  expect(sandbox.deliveries.slice(-4).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  expect(await balance()).toBe(0);
});

test('a payer who brings another payment’s number, which PayU does not sign, hides no webhook of that payment [PAYMENT-5]', async () => {
  setQuirks({ dropWebhook: true });
  const own = await press(await start(), 'pay');
  const other = await press(await start(300), 'pay');
  const report = (fields: Form['fields']) => submit({ action: `${url}/webhooks/payu`, fields });
  await report({ ...own.fields, mihpayid: other.fields['mihpayid'] ?? '' });
  expect(await balance()).toBe(500);
  await report(other.fields);
  expect(await balance()).toBe(800);
});

test('a bank’s late approval credits a failed payment, with or without a webhook [PAYMENT-8]', async () => {
  setQuirks({ lateAuthorisation: true });
  const [announced, unannounced] = [await start(100), await start(20)];
  for (const order of [announced, unannounced]) {
    await submit(await press(order, 'pay'));
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

test('while payu is down the payment stays open and is credited later [TOPUP-12, PAYMENT-3]', async () => {
  setQuirks({ statusDown: true, dropWebhook: true });
  const order = await start();
  const back = await submit(await press(order, 'pay'));
  expect(back.headers.get('location')).toBe(`/wallet?payment=${order.txnId}`);
  expect(await payment(order.txnId)).toMatchObject({ status: 'pending' });
  setQuirks({ statusDown: false });
  clock.advance(MINUTE_MS);
  await app.modules.payments.reconcileDue();
  expect(await balance()).toBe(500);
});

test('PayU’s answers are stored as facts, and the payer’s copy contains neither PayU’s proof nor our key, also from older notes', async () => {
  const order = await start();
  await press(order, 'pay');
  await sandbox.webhooksSettled();
  await submit(await press(await start(5), 'pay'));
  const noted = 'select body, txn_id from webhook_events where txn_id = $1';
  const { rows } = await app.database.$client.query(noted, [order.txnId]);
  expect(rows).toMatchObject([
    { txn_id: order.txnId, body: { txnid: order.txnId, status: 'success', amount: '500.00' } },
  ]);
  const before = JSON.stringify(`key=demoKey&txnid=${order.txnId}&status=older&hash=abc123`);
  const put = `insert into webhook_events (provider, event_key, received_at, txn_id, body) values ('payu', 'older', now(), $1, $2)`;
  await app.database.$client.query(put, [order.txnId, before]);
  const { data } = await asha.ask('personalData', { query: {} });
  const messages = (data['webhook_events'] ?? []).map(({ message }) => message);
  expect(messages).toContainEqual({ txnid: order.txnId, status: 'older' });
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) expect(Object.keys(message as object)).not.toContain('hash');
  expect(JSON.stringify(messages)).not.toContain('demoKey');
});

test('among a hundred thousand webhooks a payer’s copy is made and a leaving payer is erased', async () => {
  const orders = [await start(), await start()];
  for (const order of orders) await press(order, 'pay');
  await sandbox.webhooksSettled();
  await app.database.$client.query(`
    insert into webhook_events (provider, event_key, received_at, body)
    select 'payu', 'other-' || n, '2026-12-31', to_jsonb('txnid=T-OTHER' || n || repeat('&field=some value', 60))
    from generate_series(1, 100000) n`);
  // A driver of some years: the statement may take as long as any other, however many payments there are.
  await app.database.$client.query(
    `insert into payment_intents (txn_id, purpose, driver_id, provider, amount_paise, state, provider_order_id, created_at, expires_at)
    select 'T-YEARS' || n, purpose, driver_id, provider, 100, 'failed', 'T-YEARS' || n, created_at, expires_at
    from payment_intents, generate_series(1, 300) n where txn_id = $1`,
    [orders[0]?.txnId],
  );
  expect(await asha.call('personalData', { query: {} })).toMatchObject({ success: true });
  const payer = 'select driver_id::int as id from payment_intents where txn_id = $1';
  const { id } = (await app.database.$client.query(payer, [orders[0]?.txnId])).rows[0] as { id: number };
  await app.database.transaction((tx) => app.modules.payments.eraseDriver(tx, { driverId: id, givesUpBalance: false }));
  const withBody = 'select 1 from webhook_events where body is not null and txn_id = any($1)';
  const kept = await app.database.$client.query(withBody, [orders.map(({ txnId }) => txnId)]);
  expect(kept.rowCount).toBe(0);
});
