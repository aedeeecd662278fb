import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentOrder } from '@bijli/contract/payments';
import type { ProviderName } from '@bijli/contract/wallet';
import type { Quirks } from '@bijli/payment-sandbox/quirks';
import { TestClock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { createLog } from '#kernel/log.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { refuse } from '#modules/ledger/ledger.refusals.ts';
import { paymentsCheck } from '#modules/payments/index.ts';
import { createWallet, topUpsCheck, walletCheck } from '#modules/wallet/index.ts';
import { testApp } from '#testing/app.ts';

const STARTS = {
  phonepe: 'initiatePayment',
  razorpay: 'initiatePaymentRazorpay',
  payu: 'initiatePaymentPayu',
} as const;
/** The server's own reconciler rests: what is brought is brought by the rounds of a test. */
const clock = new TestClock('2026-11-20T10:00:00Z', { minIntervalMs: 10_000 * HOUR_MS });
let mobile = 9_833_333_330;
const lines: Record<string, unknown>[] = [];
const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });

describe.each<ProviderName>(['phonepe', 'razorpay', 'payu'])('%s', async (provider) => {
  const stack = await testApp({ clock, log, env: { PAYMENT_OPTION: provider } });
  const { app, sandbox, url } = stack;
  const { database, modules } = app;
  const { payments } = modules;
  const wallet = createWallet({ clock });
  let asha: Awaited<ReturnType<typeof stack.driver>>;

  beforeEach(async () => {
    mobile += 1;
    asha = await stack.driver(String(mobile), 0);
  });
  afterEach(async () => {
    await sandbox.webhooksSettled();
    sandbox.quirks.clear();
    expect(await listLedgerProblems(database, [walletCheck, topUpsCheck, paymentsCheck])).toEqual([]);
  });

  const setQuirks = (quirks: Partial<Quirks>) => sandbox.quirks.set(quirks);
  const walletOf = async () => (await asha.ask('getWallet', { query: { history: 'true' } })).wallet;
  const refundsAt = (txnId: string) => {
    const order = sandbox.orders.get(txnId);
    return order ? sandbox.orders.refundsOf(order).map(({ amountPaise, state }) => [amountPaise, state]) : [];
  };
  const post = (address: string, body?: URLSearchParams) =>
    fetch(address, { method: 'POST', redirect: 'manual', ...(body && { body }) });

  /** The payer's side of the provider's checkout. */
  async function pay({ pay_url, orderId, txnId }: PaymentOrder): Promise<void> {
    if (provider === 'phonepe') await post(`${pay_url}/pay`);
    if (provider === 'razorpay') await post(`${sandbox.url}/v1/checkout/${orderId}/pay`);
    if (provider === 'payu') {
      const page = await (await fetch(pay_url.replace('http://127.0.0.1:3000', url))).text();
      const fields = [...page.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
      ]);
      await post(`${sandbox.url}/_payment`, new URLSearchParams(fields));
      await post(`${sandbox.url}/_payment/${txnId}/pay`);
    }
    await sandbox.webhooksSettled();
  }
  async function paid(rupees = 500): Promise<string> {
    const order = await asha.ask(STARTS[provider], { body: { amount: rupees } });
    await pay(order);
    return order.txnId;
  }
  /** A round of the reconciler once everything is due. */
  async function round(afterMs = MINUTE_MS): Promise<void> {
    clock.advance(afterMs);
    await payments.reconcileDue();
    await sandbox.webhooksSettled();
  }
  /** Rounds until it is so, each an hour after the one before. */
  async function inTime(check: () => unknown): Promise<void> {
    for (let left = 5; left > 0; left -= 1) {
      await round(HOUR_MS);
      const isSo = await Promise.resolve()
        .then(check)
        .then(
          () => true,
          (error: unknown) => (left === 1 ? Promise.reject(error) : false),
        );
      if (isSo) return;
    }
  }
  const refund = (request: Parameters<typeof payments.refund>[1]) =>
    database.transaction((tx) => payments.refund(tx, request));

  test('a different amount from the requested one is refunded automatically, once, and the driver sees it in the wallet [TOPUP-12, PAYMENT-6]', async () => {
    setQuirks({ wrongAmount: true });
    const txnId = await paid();
    expect((await walletOf()).payment_history[0]).toMatchObject({ source: 'refund', status: 'pending' });
    await inTime(async () => {
      await Promise.all([round(), round(0), round(0)]);
      expect(await walletOf()).toMatchObject({
        balance: 0,
        payment_history: [
          { source: 'refund', status: 'completed', type: 'cr', total_amount: 499, remark: 'Refund to how you paid' },
          { source: provider, status: 'failed', total_amount: 500 },
        ],
      });
    });
    expect(refundsAt(txnId)).toEqual([[49_900, 'COMPLETED']]);
  });

  test('a refund is requested again while the provider is down, and as a new one after it failed there [PAYMENT-11]', async () => {
    setQuirks({ wrongAmount: true, refundDown: true });
    const txnId = await paid();
    await round();
    expect(refundsAt(txnId)).toEqual([]);
    setQuirks({ refundDown: false, refundFails: true });
    await inTime(() => expect(refundsAt(txnId)).toContainEqual([49_900, 'FAILED']));
    const status = async () => (await walletOf()).payment_history.find(({ source }) => source === 'refund')?.status;
    expect(await status()).toBe('pending');
    setQuirks({ refundFails: false });
    await inTime(async () => expect(await status()).toBe('completed'));
    expect(refundsAt(txnId).filter(([, state]) => state === 'COMPLETED')).toHaveLength(1);
    const failure = lines.find((line) => line['event'] === 'refund.payout_failed' && line['txnId'] === txnId);
    expect(failure).toMatchObject({ attempt: 1, number: expect.stringMatching(/^R-\w+$/) });
  });

  test('a payment that was made with another provider stays open, and the log says why', async () => {
    const { txnId } = await asha.ask(STARTS[provider], { body: { amount: 500 } });
    const other = provider === 'payu' ? 'phonepe' : 'payu';
    await database.$client.query('update payment_intents set provider = $1 where txn_id = $2', [other, txnId]);
    await round(HOUR_MS);
    expect(await asha.ask('paymentState', { params: { txnId } })).toMatchObject({ status: 'pending' });
    const told = lines.filter((line) => line['event'] === 'payment.other_provider' && line['configured'] === provider);
    expect(told).toMatchObject([{ txnId, provider: other }]);
  });

  test('a late payment for something that is no longer available is refunded in full [PAYMENT-9]', async () => {
    payments.definePurpose('order', { applyPayment: async () => refuse('balance_short'), pagePath: () => '/' });
    const customer = { name: 'Visitor', email: 'v@example.com', mobile: '9876543210' };
    const facts = { purpose: 'order', driverId: undefined, amountPaise: 90_000, label: 'Charger', customer };
    const { txnId, order } = await payments.start(facts);
    clock.advance(16 * MINUTE_MS);
    await payments.reconcileDue();
    // A browser that kept PayU's form open posts it late, too.
    if (order.form) await post(`${sandbox.url}/_payment`, new URLSearchParams(order.form.fields));
    if (order.form) await post(`${sandbox.url}/_payment/${txnId}/pay`);
    else if (provider === 'phonepe') await post(`${order.payUrl}/pay`);
    else await post(`${sandbox.url}/v1/checkout/${order.providerOrderId}/pay`);
    await sandbox.webhooksSettled();
    await inTime(() => expect(refundsAt(txnId)).toEqual([[90_000, 'COMPLETED']]));
  });

  test('a top-up that arrives after its driver has left is refunded [ACCOUNT-17]', async () => {
    // The bank says no at first, and yes when the driver is gone.
    setQuirks({ lateAuthorisation: true });
    const txnId = await paid();
    expect(await asha.ask('paymentState', { params: { txnId } })).toMatchObject({ status: 'failed' });
    const { rows } = await database.$client.query('select driver_id from payment_intents where txn_id = $1', [txnId]);
    await database.transaction((tx) =>
      payments.eraseDriver(tx, { driverId: Number(rows[0].driver_id), givesUpBalance: false }),
    );
    await post(`${sandbox.url}/sandbox/orders/${txnId}/authorise`);
    await sandbox.webhooksSettled();
    await inTime(() => expect(refundsAt(txnId)).toEqual([[50_000, 'COMPLETED']]));
    expect((await walletOf()).balance).toBe(0);
  });

  test('a payment is refunded in parts and then the rest, each once by its key, out of the wallet [PAYMENT-12]', async () => {
    const txnId = await paid();
    const part = { txnId, key: `${txnId}:part`, amountPaise: 20_000, reason: 'test' };
    const [first, again] = [await refund(part), await refund(part)];
    expect(again.refundId).toBe(first.refundId);
    await expect(refund({ ...part, amountPaise: 10_000 })).rejects.toThrow('was used for another refund');
    expect((await walletOf()).balance).toBe(300);
    await expect(refund({ ...part, key: 'more', amountPaise: 30_001 })).rejects.toThrow('refund_too_large');
    expect(await refund({ txnId, key: `${txnId}:rest`, reason: 'test' })).toMatchObject({ amountPaise: 30_000 });
    await expect(refund({ txnId, key: `${txnId}:none`, reason: 'test' })).rejects.toThrow('refund_too_large');
    await inTime(() =>
      expect(refundsAt(txnId).toSorted()).toEqual([
        [20_000, 'COMPLETED'],
        [30_000, 'COMPLETED'],
      ]),
    );
    const { balance, payment_history: history } = await walletOf();
    expect(balance).toBe(0);
    expect(history.filter(({ source }) => source === 'refund')).toMatchObject([{ type: 'dr' }, { type: 'dr' }]);
  });

  test('partial refunds that are requested at the same moment do not exceed the payment either, however much is in the wallet [PAYMENT-12]', async () => {
    const txnId = await paid();
    await paid();
    const parts = Array.from({ length: 4 }, (_, index) => ({ txnId, key: `${txnId}:${index}`, amountPaise: 30_000 }));
    const outcomes = await Promise.allSettled(parts.map((part) => refund({ ...part, reason: 'test' })));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect((await walletOf()).balance).toBe(700);
    await inTime(() => expect(refundsAt(txnId)).toEqual([[30_000, 'COMPLETED']]));
  });

  test('money that is not paid, or is held for a session, is not refunded [PAYMENT-13]', async () => {
    const { txnId } = await asha.ask(STARTS[provider], { body: { amount: 500 } });
    await expect(refund({ txnId, key: 'unpaid', reason: 'test' })).rejects.toThrow('payment_unknown');
    const held = await paid();
    const { rows } = await database.$client.query('select driver_id from payment_intents where txn_id = $1', [held]);
    const hold = { driverId: Number(rows[0].driver_id), reference: `B-${held}`, amountPaise: 100 };
    await database.transaction((tx) => wallet.holdFunds(tx, hold));
    await expect(refund({ txnId: held, key: 'held', reason: 'test' })).rejects.toThrow('balance_short');
    expect(refundsAt(held)).toEqual([]);
    await database.transaction((tx) => wallet.releaseHold(tx, hold.reference));
  });
});
