import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { TestClock } from '#kernel/clock.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { refuse } from '#modules/ledger/ledger.refusals.ts';
import { creditTopUp } from '#modules/wallet/credit.ts';
import { createWallet } from '#modules/wallet/index.ts';
import { testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import type { ProviderPaymentState } from '../payment-provider.ts';
import { changePayment, findPayment, lockPayment, insertPayment } from '../payments.store.ts';
import type { Purpose } from '../purpose.ts';
import { createRefunds, type UnallocatedPayment } from '../refunds/refunds.ts';
import { applyProviderState, settlePayment } from './settle.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const wallet = createWallet({ clock });

let driverId: number;
const pagePath = () => '/';
let purposes: Map<string, Purpose>;
let givenBack: UnallocatedPayment[];
let count = 0;

beforeEach(async () => {
  count += 1;
  const [driver] = await database
    .insert(drivers)
    .values({ mobile: String(9_700_000_000 + count), createdAt: clock.now() })
    .returning();
  driverId = driver?.id ?? 0;
  givenBack = [];
  purposes = new Map([
    [
      'wallet',
      {
        pagePath,
        isForDrivers: true,
        applyPayment: (tx, payment) => creditTopUp(tx, { ...payment, driverId }, clock.now()),
      },
    ],
  ]);
});

async function pendingPayment(purpose = 'wallet'): Promise<string> {
  count += 1;
  const createdAt = clock.now();
  const facts = {
    txnId: `T-${count}`,
    purpose,
    driverId,
    provider: 'phonepe' as const,
    amountPaise: 50_000,
    createdAt,
  };
  await insertPayment(database, { ...facts, state: 'pending', expiresAt: new Date(createdAt.getTime() + 900_000) });
  return facts.txnId;
}

async function inTransaction(
  txnId: string,
  task: typeof settlePayment | typeof applyProviderState,
  ...input: unknown[]
): Promise<void> {
  await database.transaction(async (tx) => {
    const payment = await lockPayment(tx, txnId);
    const refunds = createRefunds({ clock, purposes });
    await (task as (...all: unknown[]) => Promise<void>)(tx, payment, ...input, {
      now: clock.now(),
      log: testLog,
      purposes,
      lastCheckAt: null,
      async refundUnallocated(part: Tx, unallocated: UnallocatedPayment) {
        givenBack.push(unallocated);
        await refunds.refundUnallocated(part, unallocated);
      },
    });
  });
}
const settled = (txnId: string, paymentId: string, paidPaise: number) =>
  inTransaction(txnId, settlePayment, paymentId, paidPaise);
const report = (txnId: string, told: ProviderPaymentState) => inTransaction(txnId, applyProviderState, told);
const balance = async () => (await wallet.readBalance(database, driverId)).freePaise;
const stateOf = async (txnId: string) => (await findPayment(database, txnId))?.state;

const failed: ProviderPaymentState = { state: 'failed', paidPaise: 0, providerPaymentId: undefined, reason: 'X' };
const pending: ProviderPaymentState = { state: 'pending', paidPaise: 0, providerPaymentId: undefined };

test('fifty settlements of one payment at once have one effect [TOPUP-12, PAYMENT-1]', async () => {
  let effectCount = 0;
  purposes.set('order', { pagePath, applyPayment: async () => void (effectCount += 1) });
  const [topUp, order] = [await pendingPayment(), await pendingPayment('order')];
  const payments = { [topUp]: 'OM-A', [order]: 'OM-B' };
  await Promise.all(
    Array.from({ length: 50 }, () => Object.entries(payments).map(([txnId, id]) => settled(txnId, id, 50_000))).flat(),
  );
  expect([await balance(), effectCount]).toEqual([50_000, 1]);
});

test('late or disordered reports never undo a completed payment [TOPUP-12, PAYMENT-7]', async () => {
  const txnId = await pendingPayment();
  await settled(txnId, 'OM-C', 50_000);
  for (const stale of [failed, pending]) {
    await report(txnId, stale);
    expect(await stateOf(txnId)).toBe('completed');
  }
});

test('a second payment of one order is not credited and is refunded once, whenever the provider lists it [PAYMENT-10]', async () => {
  const [later, together] = [await pendingPayment(), await pendingPayment()];
  const paid = (providerPaymentId: string) => ({ providerPaymentId, paidPaise: 50_000 });
  const listed = (first: string, ...more: string[]): ProviderPaymentState => {
    return { state: 'completed', ...paid(first), morePayments: more.map(paid) };
  };
  await report(later, listed('OM-D'));
  for (const both of [listed('OM-E', 'OM-D'), listed('OM-D', 'OM-E')]) await report(later, both);
  for (let times = 2; times > 0; times -= 1) await report(together, listed('OM-T', 'OM-U'));
  expect(await balance()).toBe(100_000);
  expect(givenBack).toMatchObject([
    { txnId: later, providerPaymentId: 'OM-E', amountPaise: 50_000 },
    { txnId: together, providerPaymentId: 'OM-U', amountPaise: 50_000 },
  ]);
});

test('a payment that is a paisa too low or too high is refunded, and nothing turns it into a credit [TOPUP-12, PAYMENT-6]', async () => {
  for (const [paymentId, paidPaise] of [
    ['OM-F', 49_999],
    ['OM-G', 50_001],
  ] as const) {
    const txnId = await pendingPayment();
    await settled(txnId, paymentId, paidPaise);
    await settled(txnId, paymentId, 50_000);
    await report(txnId, failed);
    expect(await stateOf(txnId)).toBe('amount_mismatch');
    expect(givenBack.splice(0)).toMatchObject([{ txnId, providerPaymentId: paymentId, amountPaise: paidPaise }]);
  }
  expect(await balance()).toBe(0);
});

test('a failed payment may become completed, never pending again; an open one expires', async () => {
  const txnId = await pendingPayment();
  await report(txnId, failed);
  await report(txnId, pending);
  expect(await findPayment(database, txnId)).toMatchObject({ state: 'failed', reason: 'X' });
  await settled(txnId, 'OM-H', 50_000);
  expect(await findPayment(database, txnId)).toMatchObject({ state: 'completed', reason: null, nextCheckAt: null });

  const slow = await pendingPayment();
  await report(slow, pending);
  expect(await stateOf(slow)).toBe('pending');
  clock.advance(900_000);
  await report(slow, pending);
  expect(await findPayment(database, slow)).toMatchObject({ state: 'expired', reason: 'expired' });
});

test('when the effect of a payment fails the payment stays open with nothing posted, and completes at the next settlement [PAYMENT-17]', async () => {
  let isBroken = true;
  purposes.set('order', {
    pagePath,
    async applyPayment(tx, payment) {
      await creditTopUp(tx, { ...payment, driverId }, clock.now());
      if (isBroken) throw new Error('the disk is full');
    },
  });
  const txnId = await pendingPayment('order');
  await expect(settled(txnId, 'OM-I', 50_000)).rejects.toThrow('the disk is full');
  expect(await stateOf(txnId)).toBe('pending');
  expect(await balance()).toBe(0);
  isBroken = false;
  await settled(txnId, 'OM-I', 50_000);
  expect(await findPayment(database, txnId)).toMatchObject({ state: 'completed', providerPaymentId: 'OM-I' });
  expect(await balance()).toBe(50_000);
  expect(givenBack).toEqual([]);
});

test('a payment that only a driver makes is refunded without effect if its driver has left', async () => {
  const top = { pagePath, applyPayment: () => expect.unreachable() };
  purposes.set('wallet', { ...top, isForDrivers: true });
  const [ofOneWhoLeft, ofNobody] = [await pendingPayment(), await pendingPayment()];
  await database.update(drivers).set({ mobile: null, deletedAt: clock.now() }).where(eq(drivers.id, driverId));
  await changePayment(database, ofNobody, { driverId: null });
  await settled(ofOneWhoLeft, 'OM-R', 50_000);
  await settled(ofNobody, 'OM-S', 50_000);
  expect(givenBack).toMatchObject([
    { txnId: ofOneWhoLeft, reason: 'payment_unknown' },
    { txnId: ofNobody, reason: 'payment_unknown' },
  ]);
});

test('a payment of a kind that does not exist is not settled', async () => {
  const txnId = await pendingPayment('nothing');
  await expect(settled(txnId, 'OM-J', 50_000)).rejects.toThrow('Nobody takes payments for nothing');
  expect(await stateOf(txnId)).toBe('pending');
});

test('a payment whose effect refuses it, as when the last piece is sold, is refunded and leaves nothing behind [PAYMENT-9]', async () => {
  purposes.set('order', {
    pagePath,
    async applyPayment(tx, payment) {
      await creditTopUp(tx, { ...payment, driverId }, clock.now());
      refuse('balance_short');
    },
  });
  const txnId = await pendingPayment('order');
  await settled(txnId, 'OM-K', 50_000);
  await settled(txnId, 'OM-K', 50_000);
  expect(await findPayment(database, txnId)).toMatchObject({ state: 'unallocated', reason: 'balance_short' });
  expect(givenBack).toMatchObject([{ txnId, amountPaise: 50_000, reason: 'balance_short' }]);
  expect(await balance()).toBe(0);
});

test('a payment of zero is no payment, and nothing is refunded', async () => {
  const txnId = await pendingPayment();
  await settled(txnId, 'OM-L', 0);
  expect(await findPayment(database, txnId)).toMatchObject({
    state: 'amount_mismatch',
    reason: 'paid 0 paise',
    paidPaise: 0,
  });
  expect(givenBack).toEqual([]);
});

test('the module that asked for a payment is told once that it has ended, and each time that one is refunded', async () => {
  const heard: unknown[] = [];
  purposes.set('order', {
    pagePath,
    applyPayment: async () => undefined,
    noteEnded: async (_tx, { txnId }) => void heard.push(['ended', txnId]),
    noteUnallocated: async (_tx, { txnId, paidPaise }, reason) => void heard.push([txnId, paidPaise, reason]),
  });
  const [refused, late, twice] = [
    await pendingPayment('order'),
    await pendingPayment('order'),
    await pendingPayment('order'),
  ];
  for (const order of [pending, failed, failed, pending]) await report(refused, order);
  await settled(refused, 'OM-M', 1);
  await settled(twice, 'OM-N', 50_000);
  for (let times = 2; times > 0; times -= 1) await settled(twice, 'OM-O', 50_000);
  clock.advance(900_000);
  for (const order of [pending, pending]) await report(late, order);
  expect(heard).toEqual([
    ['ended', refused],
    [refused, 1, 'paid 1 paise'],
    [twice, 50_000, 'paid a second time'],
    ['ended', late],
  ]);
});

test('a payment whose purpose no longer exists ends and is refunded all the same', async () => {
  const [refused, paidWrong] = [await pendingPayment('nothing'), await pendingPayment('nothing')];
  await report(refused, failed);
  expect(await stateOf(refused)).toBe('failed');
  await settled(paidWrong, 'OM-Q', 1);
  expect(await stateOf(paidWrong)).toBe('amount_mismatch');
  expect(givenBack).toMatchObject([{ txnId: paidWrong, amountPaise: 1 }]);
});

test('a provider’s report settles its payment; one without a payment, or with one not created yet, does not', async () => {
  const txnId = await pendingPayment();
  const paid: ProviderPaymentState = { state: 'completed', paidPaise: 50_000, providerPaymentId: undefined };
  await report(txnId, paid);
  expect(await findPayment(database, txnId)).toMatchObject({ state: 'pending', reason: null });
  await report(txnId, { ...pending, providerPaymentId: 'OM-P' });
  expect(await findPayment(database, txnId)).toMatchObject({ state: 'pending', reason: null });
  await report(txnId, { ...paid, providerPaymentId: 'OM-P' });
  expect(await findPayment(database, txnId)).toMatchObject({ state: 'completed', providerPaymentId: 'OM-P' });
  expect(await balance()).toBe(50_000);
});

test('a payment that failed without a reason says so, and is checked soon while its page is open, then hourly', async () => {
  const txnId = await pendingPayment();
  const createdAtMs = clock.now().getTime();
  const asked = async () => ((await findPayment(database, txnId))?.nextCheckAt?.getTime() ?? 0) - createdAtMs;
  await report(txnId, { ...failed, reason: undefined });
  expect(await findPayment(database, txnId)).toMatchObject({ state: 'failed', reason: 'failed' });
  expect(await asked()).toBe(3_600_000);
  await report(txnId, pending);
  expect(await asked()).toBe(22_000);
  clock.advance(900_000);
  await report(txnId, pending);
  expect(await asked()).toBe(900_000 + 3_600_000);
});
