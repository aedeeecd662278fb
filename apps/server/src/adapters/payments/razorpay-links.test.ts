import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { createLog } from '#kernel/log.ts';
import { testApp } from '#testing/app.ts';

/** The server's own reconciler rests, so webhooks alone report payments. */
const clock = new TestClock('2026-11-20T10:00:00Z', { minIntervalMs: 10_000 * HOUR_MS });
const lines: { event: string }[] = [];
const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line) as { event: string }) });
const { app, sandbox } = await testApp({ clock, log, env: { PAYMENT_OPTION: 'razorpay' } });
const { payments } = app.modules;
const effects: string[] = [];
payments.definePurpose('order', {
  applyPayment: async (_tx, { providerPaymentId }) => void effects.push(providerPaymentId),
  pagePath: () => '/',
});

const attempts = (txnId: string) => sandbox.orders.get(txnId)?.attempts.map(({ transactionId }) => transactionId);

test('a second payment by a link is refunded as soon as its webhook comes, and no webhook of a link is unknown [PAYMENT-10]', async () => {
  sandbox.quirks.set({ paidTwice: true });
  const customer = { name: 'Visitor', email: 'v@example.com', mobile: '9876543210' };
  const facts = { purpose: 'order', driverId: undefined, amountPaise: 50_000, label: 'Charger', customer };
  const { txnId, order } = await payments.start({ ...facts, isHosted: true });
  const pay = async () => {
    await fetch(`${order.payUrl}/pay`, { method: 'POST', redirect: 'manual' });
    await sandbox.webhooksSettled();
  };
  await pay();
  const [first, ...none] = attempts(txnId) ?? [];
  expect([none, effects, lines]).toEqual([[], [first], []]);

  await pay();
  const [, second] = attempts(txnId) ?? [];
  const refunds = () => payments.listRefunds({ limit: 10, after: undefined }, undefined);
  expect((await refunds()).rows).toMatchObject([{ txnId, providerPaymentId: second, amountPaise: 50_000 }]);
  clock.advance(MINUTE_MS);
  await payments.reconcileDue();
  await sandbox.webhooksSettled();
  await payments.reconcileDue();
  expect((await refunds()).rows).toMatchObject([{ state: 'completed' }]);
  expect([effects, lines.map(({ event }) => event)]).toEqual([[first], ['payment.unallocated']]);
});
