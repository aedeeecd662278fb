import { beforeEach, expect, test } from 'vitest';
import { DEMO_CREDENTIALS } from '@bijli/payment-sandbox/demo';
import type { Sandbox } from '@bijli/payment-sandbox/sandbox';
import type { ProviderOrder } from '#modules/payments/index.ts';
import { providerFixture } from '#testing/provider-fixture.ts';
import { payu, type PayuOptions } from './payu.ts';

let sandbox: Sandbox;
const { lines, log, serverThat, ...fixture } = providerFixture();

beforeEach(async () => {
  sandbox = await fixture.sandbox(DEMO_CREDENTIALS);
});

function provider(options: Partial<PayuOptions> = {}) {
  const merchant = { key: 'demoKey', salt: 'demo-salt', fallbackEmail: 'help@bijli.example' };
  return payu({ apiUrl: sandbox.url, checkoutUrl: sandbox.url, ...merchant, log, ...options });
}

const order = (txnId = 'T-7KQ2MX9W4T', amountPaise = 50_000) => ({
  txnId,
  amountPaise,
  label: 'Credits',
  customer: { name: 'Asha', email: 'asha@example.com', mobile: '9876543210' },
  returnUrl: `https://bijli.example/payments/payu/return?txn=${txnId}`,
  expiresAt: new Date(),
  isHosted: false,
});

const submit = ({ form }: ProviderOrder) =>
  fetch(form?.action ?? '', { method: 'POST', body: new URLSearchParams(form?.fields) });
const press = (txnId: string, task: 'pay' | 'fail' | 'cancel') =>
  fetch(`${sandbox.url}/_payment/${txnId}/${task}`, { method: 'POST' });

test('an order is pending until the payer pays at PayU [TOPUP-5, TOPUP-12]', async () => {
  const adapter = provider();
  const created = await adapter.createOrder(order());
  const state = () => adapter.paymentState('T-7KQ2MX9W4T', created.providerOrderId);
  expect(await state()).toMatchObject({ state: 'pending', paidPaise: 0 });
  expect((await submit(created)).status).toBe(200);
  expect(await state()).toMatchObject({ state: 'pending', paidPaise: 0 });
  await press('T-7KQ2MX9W4T', 'pay');
  const paid = sandbox.orders.get('T-7KQ2MX9W4T')?.attempts[0]?.transactionId;
  expect(await state()).toEqual({ state: 'completed', paidPaise: 50_000, providerPaymentId: paid });
});

test('amounts are exact to the paisa in both directions [TOPUP-12]', async () => {
  const adapter = provider();
  for (const amountPaise of [100, 101, 110, 50_050, 1_000_000, 99_999_999]) {
    const created = await adapter.createOrder(order(`T-${amountPaise}`, amountPaise));
    expect(created.form?.fields['amount']).toMatch(/^\d+\.\d\d$/);
    await submit(created);
    await press(`T-${amountPaise}`, 'pay');
    expect(await adapter.paymentState(`T-${amountPaise}`, '')).toMatchObject({ paidPaise: amountPaise });
  }
});

test('a refusal and a cancellation are distinguished [TOPUP-10]', async () => {
  const adapter = provider();
  await submit(await adapter.createOrder(order('T-FAILS')));
  await press('T-FAILS', 'fail');
  expect(await adapter.paymentState('T-FAILS', '')).toMatchObject({ state: 'failed', reason: 'failed/E312' });
  await submit(await adapter.createOrder(order('T-LEFT')));
  await press('T-LEFT', 'cancel');
  expect(await adapter.paymentState('T-LEFT', '')).toMatchObject({ state: 'failed', reason: 'cancelled' });
});

test('a payer without a name or an e-mail address can still pay', async () => {
  const created = await provider().createOrder({
    ...order(),
    customer: { name: '', email: '', mobile: '9876543210' },
  });
  expect(created.form?.fields).toMatchObject({ firstname: '9876543210', email: 'help@bijli.example' });
  expect((await submit(created)).status).toBe(200);
});

test('a long name of a payer or of what is paid for is cut to what PayU takes, and a long e-mail address is left out', async () => {
  const created = await provider().createOrder({
    ...order(),
    label: `O-7KQ2: 2 × ${'🔌 दीवार चार्जर '.repeat(10)}`,
    customer: { name: 'A'.repeat(80), email: `${'a'.repeat(60)}@example.com`, mobile: '9876543210' },
  });
  const { productinfo = '', firstname, email } = created.form?.fields ?? {};
  expect([[...productinfo].length, productinfo.isWellFormed()]).toEqual([100, true]);
  expect([firstname, email]).toEqual(['A'.repeat(60), 'help@bijli.example']);
  expect((await submit(created)).status).toBe(200);
});

test('a refund is paid once however often it is requested, and never exceeds the payment', async () => {
  const adapter = provider();
  await submit(await adapter.createOrder(order()));
  await press('T-7KQ2MX9W4T', 'pay');
  const { providerPaymentId = '' } = await adapter.paymentState('T-7KQ2MX9W4T', '');
  const refund = { refundId: 'R-1', txnId: 'T-7KQ2MX9W4T', providerPaymentId, amountPaise: 30_000 };
  expect(await adapter.refund(refund)).toBe('pending');
  expect(await adapter.refund(refund)).toBe('completed');
  expect(await adapter.refundState('R-1', providerPaymentId)).toBe('completed');
  expect(await adapter.refund({ ...refund, refundId: 'R-2' })).toBe('failed');
  expect(await adapter.refundState('R-2', providerPaymentId)).toBe('pending');
});

test('a provider that fails, is silent or answers nonsense counts as down, and no secret reaches the log [PAYMENT-14]', async () => {
  const down = (options: Partial<PayuOptions>) =>
    expect(provider(options).paymentState('T-1', 'T-1')).rejects.toThrow('payment_provider_down');
  sandbox.quirks.set({ statusDown: true });
  await down({});
  sandbox.quirks.clear();
  await down({ apiUrl: await serverThat(() => undefined), timeoutMs: 50 });
  await down({ apiUrl: await serverThat((answer) => answer.writeHead(200).end('<html>')) });
  await down({ salt: 'another-salt' });
  expect(lines.join('\n')).toContain('"code":"Invalid Hash."');
  expect(lines.join('\n')).not.toMatch(/demo-salt|another-salt/);
});

test('an invalid amount is never accepted [TOPUP-12, PAYMENT-15]', async () => {
  const stateOf = async (amt: unknown) => {
    const details = { 'T-1': { mihpayid: 4039937155, status: 'success', amt } };
    const answer = JSON.stringify({ status: 1, transaction_details: details });
    const apiUrl = await serverThat((response) => response.writeHead(200).end(answer));
    return provider({ apiUrl }).paymentState('T-1', 'T-1');
  };
  expect(await stateOf('500.5')).toEqual({ state: 'completed', paidPaise: 50_050, providerPaymentId: '4039937155' });
  expect(await stateOf(500)).toMatchObject({ paidPaise: 50_000 });
  for (const amount of ['500.001', '5e2', '-500.00', '', null, '1,500.00']) {
    expect(await stateOf(amount)).toMatchObject({ state: 'pending', paidPaise: 0 });
  }
});
