import { beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '@bijli/payment-sandbox/sandbox';
import { TestClock } from '#kernel/clock.ts';
import {
  PHONEPE_CREDENTIALS as credentials,
  PHONEPE_SIGNATURE as signature,
  providerFixture,
} from '#testing/provider-fixture.ts';
import { phonepe, type PhonepeOptions } from './phonepe.ts';

let clock: TestClock;
let sandbox: Sandbox;
const { lines, log, serverThat, ...fixture } = providerFixture();

beforeEach(async () => {
  clock = new TestClock('2026-11-20T10:00:00Z');
  sandbox = await fixture.sandbox({ phonepe: credentials, now: () => clock.now().getTime() });
});

function provider(options: Partial<PhonepeOptions> = {}) {
  return phonepe({
    apiUrl: sandbox.url,
    oauthUrl: sandbox.url,
    checkoutUrl: sandbox.url,
    ...credentials,
    clock,
    log,
    ...options,
  });
}

function order(txnId = 'T-7KQ2MX9W4T', amountPaise = 50_000) {
  return {
    txnId,
    amountPaise,
    label: 'Credits',
    customer: { name: 'Asha', email: 'asha@example.com', mobile: '9876543210' },
    returnUrl: `https://bijli.example/payments/phonepe/return?txn=${txnId}`,
    expiresAt: new Date(clock.now().getTime() + 15 * 60_000),
    isHosted: false,
  };
}

const press = (payUrl: string, task: 'pay' | 'fail' | 'cancel') =>
  fetch(`${payUrl}/${task}`, { method: 'POST', redirect: 'manual' });

test('an order is pending until the payer pays, then completed with the amount and the payment [TOPUP-5, TOPUP-12]', async () => {
  const adapter = provider();
  const { payUrl, providerOrderId } = await adapter.createOrder(order());
  expect(await adapter.paymentState('T-7KQ2MX9W4T', providerOrderId)).toMatchObject({
    state: 'pending',
    paidPaise: 0,
    isUntried: true,
  });
  const back = await press(payUrl, 'pay');
  expect(back.headers.get('location')).toBe('https://bijli.example/payments/phonepe/return?txn=T-7KQ2MX9W4T');
  expect(await adapter.paymentState('T-7KQ2MX9W4T', providerOrderId)).toEqual({
    state: 'completed',
    paidPaise: 50_000,
    providerPaymentId: sandbox.orders.get('T-7KQ2MX9W4T')?.attempts[0]?.transactionId,
  });
});

test('a bank’s refusal has the provider’s code, and a cancelled order stays pending until it expires', async () => {
  const adapter = provider();
  const failed = await adapter.createOrder(order('T-FAILS'));
  await press(failed.payUrl, 'fail');
  expect(await adapter.paymentState('T-FAILS', failed.providerOrderId)).toMatchObject({
    state: 'failed',
    paidPaise: 0,
    reason: 'AUTHORIZATION_ERROR/ZM',
  });
  const left = await adapter.createOrder(order('T-LEFT'));
  await press(left.payUrl, 'cancel');
  expect(await adapter.paymentState('T-LEFT', left.providerOrderId)).toMatchObject({
    state: 'pending',
    isUntried: true,
  });
  clock.advance(15 * 60_000);
  expect(await adapter.paymentState('T-LEFT', left.providerOrderId)).toMatchObject({
    state: 'failed',
    reason: 'TXN_NOT_COMPLETED/TXN_AUTO_FAILED',
  });
});

test('an order that PhonePe does not know is unknown, and a wrong address is no answer', async () => {
  expect(await provider().paymentState('T-OFANOTHER', 'OMO1')).toMatchObject({ state: 'unknown', paidPaise: 0 });
  for (const body of ['<html>404 Not Found</html>', JSON.stringify({ status: 404, error: 'Not Found' })]) {
    const apiUrl = await serverThat((answer) => void answer.writeHead(404).end(body));
    await expect(provider({ apiUrl }).paymentState('T-1', 'OMO1')).rejects.toThrow('payment_provider_down');
  }
});

test('creating the same order again makes no second one, and another amount with its id is refused', async () => {
  const adapter = provider();
  const first = await adapter.createOrder(order());
  expect(await adapter.createOrder(order())).toEqual(first);
  await expect(adapter.createOrder(order('T-7KQ2MX9W4T', 60_000))).rejects.toThrow('payment_provider_down');
  expect(sandbox.orders.all()).toHaveLength(1);
});

test('the paid amount is reported, not the requested one [TOPUP-12]', async () => {
  const adapter = provider();
  sandbox.quirks.set({ wrongAmount: true });
  const { payUrl, providerOrderId } = await adapter.createOrder(order());
  await press(payUrl, 'pay');
  expect(await adapter.paymentState('T-7KQ2MX9W4T', providerOrderId)).toMatchObject({
    state: 'completed',
    paidPaise: 49_900,
  });
});

test('one token serves many calls, is renewed after half its life, and is replaced at once if it is invalid', async () => {
  const door = await doorTo(() => sandbox.url);
  const adapter = provider({ oauthUrl: door.url });
  const { providerOrderId } = await adapter.createOrder(order());
  const state = () => adapter.paymentState('T-7KQ2MX9W4T', providerOrderId);
  await Promise.all([state(), state(), state()]);
  expect(door.passed()).toBe(1);
  clock.advance(31 * 60_000);
  await Promise.all([state(), state(), state()]);
  expect(door.passed()).toBe(2);
  sandbox.revokeTokens();
  expect((await state()).state).toBe('failed');
  expect(door.passed()).toBe(3);
});

test('while the token service is down the current token is used until it expires', async () => {
  const door = await doorTo(() => sandbox.url);
  const adapter = provider({ oauthUrl: door.url });
  const { providerOrderId } = await adapter.createOrder(order());
  door.shut();
  clock.advance(10 * 60_000);
  expect((await adapter.paymentState('T-7KQ2MX9W4T', providerOrderId)).state).toBe('pending');
  clock.advance(25 * 60_000);
  expect((await adapter.paymentState('T-7KQ2MX9W4T', providerOrderId)).state).toBe('failed');
  clock.advance(25 * 60_000);
  await expect(adapter.paymentState('T-7KQ2MX9W4T', providerOrderId)).rejects.toThrow('payment_provider_down');
});

test('a provider that fails, is silent or answers nonsense counts as down, and no secret reaches the log [PAYMENT-14, PAYMENT-15]', async () => {
  const adapter = provider();
  const { providerOrderId } = await adapter.createOrder(order());
  sandbox.quirks.set({ statusDown: true });
  await expect(adapter.paymentState('T-7KQ2MX9W4T', providerOrderId)).rejects.toThrow('payment_provider_down');

  const silent = await serverThat(() => undefined);
  await expect(provider({ apiUrl: silent, timeoutMs: 50 }).createOrder(order())).rejects.toThrow(
    'payment_provider_down',
  );

  const nonsense = await serverThat((answer) => answer.writeHead(200).end('<html>'));
  await expect(provider({ apiUrl: nonsense }).createOrder(order())).rejects.toThrow('payment_provider_down');

  const fractional = await serverThat((answer) =>
    answer
      .writeHead(200)
      .end('{"state":"COMPLETED","paymentDetails":[{"transactionId":"x","amount":1.5,"state":"COMPLETED"}]}'),
  );
  await expect(provider({ apiUrl: fractional }).paymentState('T-1', 'O')).rejects.toThrow('payment_provider_down');

  await expect(provider({ clientSecret: 'another-secret' }).createOrder(order())).rejects.toThrow(
    'payment_provider_down',
  );
  expect(lines.join('\n')).toContain('"status":503');
  expect(lines.join('\n')).not.toMatch(/client-secret-text|another-secret|hook_pass1|O-Bearer/);
});

test('a refund is paid once however often it is requested, and never exceeds the payment', async () => {
  const adapter = provider();
  const { payUrl, providerOrderId } = await adapter.createOrder(order());
  await press(payUrl, 'pay');
  const { providerPaymentId } = await adapter.paymentState('T-7KQ2MX9W4T', providerOrderId);
  const refund = {
    refundId: 'R-1',
    txnId: 'T-7KQ2MX9W4T',
    providerPaymentId: providerPaymentId ?? '',
    amountPaise: 30_000,
  };
  expect(await adapter.refund(refund)).toBe('pending');
  expect(await adapter.refund(refund)).toBe('completed');
  expect(await adapter.refundState('R-1', refund.providerPaymentId)).toBe('completed');
  await expect(adapter.refund({ ...refund, refundId: 'R-2' })).rejects.toThrow('payment_provider_down');
});

test('a webhook is verified by its authorization header; a body without an order is not a webhook [TOPUP-12]', () => {
  const adapter = provider();
  const body = JSON.stringify({
    event: 'checkout.order.completed',
    payload: {
      merchantOrderId: 'T-1',
      state: 'COMPLETED',
      paymentDetails: [{ transactionId: 'OM1' }],
      somethingNew: 1,
    },
  });
  const webhook = { txnId: 'T-1', webhookKey: 'T-1:checkout.order.completed:OM1' };
  expect(adapter.parseWebhook({ authorization: signature }, body)).toEqual(webhook);
  expect(adapter.parseWebhook({ authorization: signature.replace('f', 'e') }, body)).toBeUndefined();
  expect(adapter.parseWebhook({}, body)).toBeUndefined();
  expect(adapter.parseWebhook({ authorization: signature }, '{')).toBeUndefined();
  expect(adapter.parseWebhook({ authorization: signature }, '{"event":"x","payload":{}}')).toBeUndefined();
});

test('the sandbox’s webhooks of payments and refunds are read', async () => {
  const adapter = provider();
  const read: unknown[] = [];
  const { promise: both, resolve } = Promise.withResolvers<void>();
  sandbox.setWebhookUrl(
    await serverThat((answer, headers, body) => {
      read.push(adapter.parseWebhook(headers, body));
      answer.writeHead(200).end();
      if (read.length === 2) resolve();
    }),
  );
  const { payUrl } = await adapter.createOrder(order());
  await press(payUrl, 'pay');
  await sandbox.webhooksSettled();
  await adapter.refund({
    refundId: 'R-1',
    txnId: 'T-7KQ2MX9W4T',
    providerPaymentId: '',
    amountPaise: 100,
  });
  await both;
  const paid = sandbox.orders.get('T-7KQ2MX9W4T')?.attempts[0]?.transactionId;
  expect(read).toEqual([
    { txnId: 'T-7KQ2MX9W4T', webhookKey: `T-7KQ2MX9W4T:checkout.order.completed:${paid}` },
    { txnId: 'T-7KQ2MX9W4T', webhookKey: 'T-7KQ2MX9W4T:pg.refund.completed:R-1', paidOutRefund: 'R-1' },
  ]);
});

/** A door in front of a service, which can be shut. */
async function doorTo(target: () => string): Promise<{ url: string; shut(): void; passed(): number }> {
  let isOpen = true;
  let passes = 0;
  const url = await serverThat(async (answer, headers, body) => {
    if (!isOpen) return answer.writeHead(503).end();
    passes += 1;
    const passed = await fetch(`${target()}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': headers['content-type'] ?? '' },
      body,
    });
    return answer.writeHead(passed.status).end(await passed.text());
  });
  return {
    url,
    passed: () => passes,
    shut() {
      isOpen = false;
    },
  };
}
