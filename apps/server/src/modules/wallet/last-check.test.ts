import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEvents } from '#events/events.ts';
import { TestClock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { createPayments } from '#modules/payments/index.ts';
import { payments as paymentsTable } from '#modules/payments/payments.tables.ts';
import { createBank } from '#testing/bank.ts';
import { testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { createTopUps } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const { bank, provider } = createBank();
/** Called when the provider has been asked, before its answer arrives. */
let onAsked: (() => Promise<unknown>) | undefined;
const payments = createPayments({
  database,
  clock,
  log: testLog,
  publicUrl: 'https://bijli.example',
  events: createEvents({ log: testLog }),
  checksumSecret: 'checksums',
  linkSecret: 'links',
  provider: {
    ...provider,
    canBePaidTwice: true,
    async paymentState(...payment) {
      const state = await provider.paymentState(...payment);
      const meanwhile = onAsked;
      onAsked = undefined;
      await meanwhile?.();
      return state;
    },
  },
});
const topUps = createTopUps({
  database,
  payments,
  clock,
  log: testLog,
  limits: { minPaise: 100, maxPaise: 1_000_000 },
});
bank.paidPaise = 10_000;

async function startTopUp(mobile: string): Promise<string> {
  const [driver] = await database.insert(drivers).values({ mobile, createdAt: clock.now() }).returning();
  const customer = { name: 'Asha', email: 'asha@example.com', mobile };
  const driverId = driver?.id ?? expect.unreachable();
  return (await topUps.start('phonepe', { driverId, rupees: 100, label: 'Credits', customer })).txnId;
}
/** The provider has the money, and its webhook arrives. */
async function pay(txnId: string): Promise<void> {
  bank.states.set(txnId, 'completed');
  expect(await payments.handleWebhook('phonepe', {}, txnId)).toBe(true);
}
async function stored(txnId: string) {
  return (await database.select().from(paymentsTable).where(eq(paymentsTable.txnId, txnId)))[0];
}
const later = (ms: number) => new Date(clock.now().getTime() + ms);

test('a payment that a webhook settles while its provider is asked is still asked about a day later [PAYMENT-10]', async () => {
  const txnId = await startTopUp('9000000001');
  clock.advance(30_000);
  onAsked = () => pay(txnId);
  await payments.reconcileDue();
  expect(onAsked).toBeUndefined();
  expect(await stored(txnId)).toMatchObject({ state: 'completed', nextCheckAt: later(DAY_MS) });
});

test('the last check waits an hour for a provider that does not answer [PAYMENT-10]', async () => {
  const txnId = await startTopUp('9000000002');
  await pay(txnId);
  clock.advance(DAY_MS);
  bank.isAway = true;
  await payments.reconcileDue();
  expect(await stored(txnId)).toMatchObject({ state: 'completed', nextCheckAt: later(HOUR_MS) });
  bank.isAway = false;
  clock.advance(HOUR_MS);
  await payments.reconcileDue();
  expect(await stored(txnId)).toMatchObject({ state: 'completed', nextCheckAt: null });
});
