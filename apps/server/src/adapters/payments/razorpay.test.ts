import { createHmac } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { DEMO_CREDENTIALS } from '@bijli/payment-sandbox/demo';
import type { Sandbox } from '@bijli/payment-sandbox/sandbox';
import { providerFixture } from '#testing/provider-fixture.ts';
import { razorpay, type RazorpayOptions } from './razorpay.ts';

const credentials = { keyId: 'rzp_test_demo', keySecret: 'demo-key-secret', webhookSecret: 'demo-webhook-secret' };

let sandbox: Sandbox;
const { lines, log, serverThat, ...fixture } = providerFixture();

beforeEach(async () => {
  sandbox = await fixture.sandbox(DEMO_CREDENTIALS);
});

function provider(options: Partial<RazorpayOptions> = {}) {
  return razorpay({ apiUrl: sandbox.url, checkoutUrl: sandbox.url, ...credentials, log, ...options });
}

const order = (txnId = 'T-7KQ2MX9W4T', isHosted = false) => ({
  txnId,
  amountPaise: 50_000,
  label: 'Credits',
  customer: { name: 'Asha', email: 'asha@example.com', mobile: '9876543210' },
  returnUrl: `https://bijli.example/payments/razorpay/return?txn=${txnId}`,
  expiresAt: new Date(Date.now() + 15 * 60_000),
  isHosted,
});

const press = (orderId: string, task: 'pay' | 'fail') =>
  fetch(`${sandbox.url}/v1/checkout/${orderId}/${task}`, { method: 'POST', redirect: 'manual' });

test('an order is pending, failed after a failed try, completed after a good one, and lists a second good one [TOPUP-5, TOPUP-12, SCOPE-11]', async () => {
  const adapter = provider();
  const { providerOrderId, publicKey, payUrl } = await adapter.createOrder(order());
  expect([publicKey, payUrl]).toEqual(['rzp_test_demo', '']);
  const state = () => adapter.paymentState('T-7KQ2MX9W4T', providerOrderId);
  expect(await state()).toMatchObject({ state: 'pending', paidPaise: 0, isUntried: true });
  await press(providerOrderId, 'fail');
  expect(await state()).toMatchObject({ state: 'failed', reason: 'BAD_REQUEST_ERROR/payment_declined' });
  await press(providerOrderId, 'pay');
  expect(await state()).toEqual({
    state: 'completed',
    paidPaise: 50_000,
    morePayments: [],
    providerPaymentId: sandbox.orders.get('T-7KQ2MX9W4T')?.attempts[1]?.transactionId,
  });
  const first = (await state()).providerPaymentId;
  sandbox.quirks.set({ paidTwice: true });
  await press(providerOrderId, 'pay');
  sandbox.quirks.clear();
  const second = { providerPaymentId: sandbox.orders.byOrderId(providerOrderId)?.attempts.at(-1)?.transactionId };
  expect(await state()).toMatchObject({ providerPaymentId: first, morePayments: [{ ...second, paidPaise: 50_000 }] });
});

test('an id that does not exist in the account makes the order unknown, and any other mistake does not', async () => {
  const state = (apiUrl: string, orderId = 'order_ofAnother') => provider({ apiUrl }).paymentState('T-1', orderId);
  for (const orderId of ['order_ofAnother', 'plink_ofAnother'])
    expect(await state(sandbox.url, orderId)).toMatchObject({ state: 'unknown', paidPaise: 0 });
  const description = 'The requested URL was not found on the server.';
  for (const [status, body] of [
    [404, JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description } })],
    [400, JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'Request failed' } })],
    [404, '<html>404 Not Found</html>'],
  ] as const) {
    const url = await serverThat((answer) => void answer.writeHead(status).end(body));
    await expect(state(url)).rejects.toThrow('payment_provider_down');
  }
});

test('a payment that is only authorized is captured once and completed for all who ask at the same time [PAYMENT-16]', async () => {
  sandbox.quirks.set({ uncaptured: true });
  const adapter = provider();
  const { providerOrderId } = await adapter.createOrder(order());
  await press(providerOrderId, 'pay');
  const asked = Array.from({ length: 5 }, () => adapter.paymentState('T-7KQ2MX9W4T', providerOrderId));
  for (const answer of await Promise.all(asked))
    expect(answer).toMatchObject({ state: 'completed', paidPaise: 50_000 });
  sandbox.quirks.clear();
});

test('a payment link has an order of its own, which is reported with our id', async () => {
  const adapter = provider();
  const { providerOrderId, payUrl } = await adapter.createOrder(order('T-LINK', true));
  expect(payUrl).toBe(`${sandbox.url}/l/${providerOrderId}`);
  expect(await adapter.paymentState('T-LINK', providerOrderId)).toMatchObject({ state: 'pending' });
  await fetch(`${payUrl}/pay`, { method: 'POST', redirect: 'manual' });
  expect(await adapter.paymentState('T-LINK', providerOrderId)).toMatchObject({
    state: 'completed',
    paidPaise: 50_000,
  });
});

test('a refund is paid once however often it is requested, and never exceeds the payment', async () => {
  const adapter = provider();
  const { providerOrderId } = await adapter.createOrder(order());
  await press(providerOrderId, 'pay');
  const { providerPaymentId = '' } = await adapter.paymentState('T-7KQ2MX9W4T', providerOrderId);
  const refund = { refundId: 'R-7KQ2MX9W4T', txnId: 'T-7KQ2MX9W4T', providerPaymentId, amountPaise: 30_000 };
  expect(await adapter.refund(refund)).toBe('pending');
  expect(await adapter.refund(refund)).toBe('completed');
  expect(await adapter.refundState('R-7KQ2MX9W4T', providerPaymentId)).toBe('completed');
  expect(await adapter.refundState('R-OTHER', providerPaymentId)).toBe('pending');
  await expect(adapter.refund({ ...refund, amountPaise: 10_000 })).rejects.toThrow('payment_provider_down');
  await expect(adapter.refund({ ...refund, refundId: 'R-SECOND' })).rejects.toThrow('payment_provider_down');
  expect(await adapter.paymentState('T-7KQ2MX9W4T', providerOrderId)).toMatchObject({ state: 'completed' });
});

test('a provider that fails, is silent or answers nonsense counts as down, and no secret reaches the log [PAYMENT-14, PAYMENT-15]', async () => {
  const adapter = provider();
  const { providerOrderId } = await adapter.createOrder(order());
  await expect(adapter.createOrder(order())).rejects.toThrow('payment_provider_down');
  sandbox.quirks.set({ statusDown: true });
  await expect(adapter.paymentState('T-1', providerOrderId)).rejects.toThrow('payment_provider_down');
  const silent = await serverThat(() => undefined);
  await expect(provider({ apiUrl: silent, timeoutMs: 50 }).createOrder(order())).rejects.toThrow(
    'payment_provider_down',
  );
  const fractional = await serverThat((answer) =>
    answer.writeHead(200).end('{"items":[{"id":"pay_1","amount":1.5,"status":"captured"}]}'),
  );
  await expect(provider({ apiUrl: fractional }).paymentState('T-1', 'order_1')).rejects.toThrow(
    'payment_provider_down',
  );
  await expect(provider({ keySecret: 'another-secret' }).createOrder(order('T-2'))).rejects.toThrow(
    'payment_provider_down',
  );
  expect(lines.join('\n')).toContain('"code":"BAD_REQUEST_ERROR"');
  expect(lines.join('\n')).toContain('razorpay does not accept the key');
  const encoded = Buffer.from(`${credentials.keyId}:${credentials.keySecret}`).toString('base64');
  for (const secret of ['demo-key-secret', 'another-secret', 'demo-webhook-secret', encoded]) {
    expect(lines.join('\n')).not.toContain(secret);
  }
});

test('money that razorpay has returned does not count as paid', async () => {
  const answers = async (...items: object[]) => {
    const url = await serverThat((answer) => answer.writeHead(200).end(JSON.stringify({ items })));
    return provider({ apiUrl: url }).paymentState('T-1', 'order_1');
  };
  const payment = { id: 'pay_1', amount: 50_000, status: 'captured' };
  expect(await answers({ ...payment, amount_refunded: 20_000 })).toMatchObject({ paidPaise: 30_000 });
  expect(await answers({ ...payment, status: 'refunded', amount_refunded: 50_000 })).toMatchObject({
    state: 'failed',
    paidPaise: 0,
    reason: 'refunded',
  });
  expect(await answers({ ...payment, status: 'failed', error_reason: 'payment_cancelled' })).toMatchObject({
    reason: 'cancelled',
  });
  expect(await answers({ ...payment, status: 'created' }, { ...payment, status: 'failed' })).toMatchObject({
    state: 'pending',
  });
});

test('a webhook is read with its event id, and one without an order of ours is only acknowledged', () => {
  const read = (body: string, headers = {}) => {
    const signature = createHmac('sha256', credentials.webhookSecret).update(body).digest('hex');
    return provider().parseWebhook(
      { 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'ev1', ...headers },
      body,
    );
  };
  const paid = '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","order_id":"order_1"}}}}';
  expect(read(paid)).toEqual({ webhookKey: 'ev1', providerOrderId: 'order_1', providerPaymentId: 'pay_1' });
  expect(read(paid, { 'x-razorpay-event-id': undefined })?.webhookKey).toMatch(/^[0-9a-f]{64}$/);
  expect(read('{"payload":{"payment_link":{"entity":{"reference_id":"T-1"}}}}')).toEqual({
    webhookKey: 'ev1',
    txnId: 'T-1',
  });
  expect(read('{"event":"settlement.processed","payload":{}}')).toEqual({
    webhookKey: 'ev1',
    providerOrderId: undefined,
  });
  expect(read('{not json')).toEqual({ webhookKey: 'ev1', providerOrderId: undefined });
  expect(read(paid, { 'x-razorpay-signature': '0'.repeat(64) })).toBeUndefined();
  expect(read(paid, { 'x-razorpay-signature': undefined })).toBeUndefined();
});
