import { createHash, createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_CREDENTIALS, providerAddresses } from '@bijli/payment-sandbox/demo';
import { parseConfig } from '#config/config.ts';
import { TestClock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { newReference } from '#kernel/ids.ts';
import { createLog } from '#kernel/log.ts';
import { testApp } from '#testing/app.ts';
import { chosenPaymentProvider } from './chosen-payment-provider.ts';

/** The server's own reconciler rests: what is brought is brought by webhooks and by the rounds of a test. */
const clock = new TestClock('2026-11-20T10:00:00Z', { minIntervalMs: 10_000 * HOUR_MS });
const lines: Record<string, unknown>[] = [];
const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });

/** What proves that a webhook comes from the provider. */
function proofOf(body: string): Record<string, string> {
  const { razorpay, phonepe } = DEMO_CREDENTIALS;
  const user = `${phonepe?.webhookUsername}:${phonepe?.webhookPassword}`;
  return {
    authorization: createHash('sha256').update(user).digest('hex'),
    'x-razorpay-signature': createHmac('sha256', razorpay?.webhookSecret ?? '')
      .update(body)
      .digest('hex'),
  };
}

describe.each(['phonepe', 'razorpay'] as const)('%s', async (provider) => {
  const { app, sandbox, url } = await testApp({ clock, log, env: { PAYMENT_OPTION: provider } });
  const { payments } = app.modules;
  payments.definePurpose('order', { applyPayment: async () => undefined, pagePath: () => '/' });
  const account = chosenPaymentProvider(parseConfig({ PAYMENT_OPTION: provider, ...providerAddresses(sandbox.url) }), {
    clock,
    log,
  });

  afterEach(() => sandbox.quirks.clear());

  /** A payment of ₹500, by a link or in the provider's checkout on our page. */
  async function paid(isHosted: boolean) {
    const customer = { name: 'Visitor', email: 'v@example.com', mobile: '9876543210' };
    const facts = { purpose: 'order', driverId: undefined, amountPaise: 50_000, label: 'Charger', customer, isHosted };
    const { txnId, order } = await payments.start(facts);
    const page = order.payUrl || `${sandbox.url}/v1/checkout/${order.providerOrderId}`;
    await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
    await sandbox.webhooksSettled();
    const atProvider = sandbox.orders.get(txnId);
    return { txnId, orderId: atProvider?.orderId, paymentId: atProvider?.attempts[0]?.transactionId ?? '' };
  }
  /** Somebody with the same account at the provider refunds a part. */
  async function refundByHand({ txnId, paymentId }: { txnId: string; paymentId: string }): Promise<void> {
    const refundId = newReference('H');
    await account.refund({ refundId, txnId, providerPaymentId: paymentId, amountPaise: 1000 });
    await sandbox.webhooksSettled();
  }
  async function send(body: string): Promise<number> {
    const headers = { 'content-type': 'application/json', ...proofOf(body) };
    return (await fetch(`${url}/webhooks/${provider}`, { method: 'POST', headers, body })).status;
  }
  const reported = (event: string, txnId: string) =>
    lines.filter((line) => line['event'] === event && line['txnId'] === txnId);

  describe.each(provider === 'razorpay' ? [true, false] : [true])('paid by a link: %s', (isHosted) => {
    test('a refund that somebody makes on the provider’s own pages is logged once, when it is paid out [PAYMENT-12]', async () => {
      const payment = await paid(isHosted);
      const foreign = () => reported('refund.not_ours', payment.txnId);
      sandbox.quirks.set({ refundFails: true });
      await refundByHand(payment);
      expect(foreign()).toEqual([]);
      sandbox.quirks.set({ refundFails: false, duplicateWebhook: true });
      await refundByHand(payment);
      expect(foreign()).toMatchObject([{ number: expect.stringMatching(/^H-/) }]);
      await refundByHand(payment);
      expect(foreign()).toHaveLength(2);
    });

    test('it is logged only when its webhook has had its effect, however often that is sent again [PAYMENT-12]', async () => {
      const payment = await paid(isHosted);
      sandbox.quirks.set({ statusDown: true });
      await refundByHand(payment);
      const last = sandbox.deliveries.at(-1);
      expect([last?.status, reported('refund.not_ours', payment.txnId)]).toEqual([503, []]);
      sandbox.quirks.clear();
      const again = () => send(last?.body ?? '');
      expect([await Promise.all([again(), again()]), await again()]).toEqual([[200, 200], 200]);
      expect(reported('refund.not_ours', payment.txnId)).toHaveLength(1);
    });

    test('a refund of ours is not, and its webhook brings its outcome without waiting for the next round [PAYMENT-11, PAYMENT-12]', async () => {
      const payment = await paid(isHosted);
      const { txnId } = payment;
      const from = lines.length;
      const request = { txnId, key: `${txnId}:own`, amountPaise: 10_000, reason: 'test' };
      await app.database.transaction((tx) => payments.refund(tx, request));
      clock.advance(MINUTE_MS);
      await payments.reconcileDue();
      await sandbox.webhooksSettled();
      await payments.reconcileDue();
      const refund = await payments.findRefund(request.key);
      expect(refund).toMatchObject({ state: 'completed' });
      expect(lines.slice(from)).toEqual([]);
    });
  });

  test.runIf(provider === 'razorpay')(
    'steps of a refund before it is paid out are not logged, nor what Razorpay returns by itself [PAYMENT-12]',
    async () => {
      const payment = await paid(false);
      const report = (event: string, receipt: string | null, id = payment.paymentId) => {
        const entity = { order_id: payment.orderId, id };
        const refund = { entity: { payment_id: id, receipt } };
        return send(JSON.stringify({ event, payload: { payment: { entity }, refund } }));
      };
      expect(await report('refund.created', null)).toBe(200);
      expect(await report('refund.speed_changed', null)).toBe(200);
      expect(await report('refund.processed', null, 'pay_neverCaptured')).toBe(200);
      expect(reported('refund.not_ours', payment.txnId)).toEqual([]);
      expect(await report('refund.processed', null)).toBe(200);
      expect(reported('refund.not_ours', payment.txnId)).toMatchObject([{ number: null }]);
    },
  );
});
