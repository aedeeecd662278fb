import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { taxIncludedIn } from '@bijli/contract/taxed-amount';
import { createEvents } from '#events/events.ts';
import { TestClock } from '#kernel/clock.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { createPayments, paymentsCheck, refundPaid } from '#modules/payments/index.ts';
import { refunds } from '#modules/payments/payments.tables.ts';
import { createBank } from '#testing/bank.ts';
import { testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { createTopUps, createWallet, topUpsCheck, walletCheck } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const wallet = createWallet({ clock });
const { bank, provider } = createBank();
const secrets = { checksumSecret: 'checksums', linkSecret: 'links' };
const publicUrl = 'https://bijli.example';
const events = createEvents({ log: testLog });
const payments = createPayments({ database, clock, log: testLog, provider, publicUrl, events, ...secrets });
const topUps = createTopUps({
  database,
  payments,
  clock,
  log: testLog,
  limits: { minPaise: 100, maxPaise: 1_000_000 },
});
const priceOf = (paise: number) => taxIncludedIn(paise, 1800, 'intra_state');
const freeOf = async (driverId: number) => (await wallet.readBalance(database, driverId)).freePaise;

/** A driver with top-ups, oldest first. */
async function driverWith(mobile: string, ...amounts: number[]): Promise<{ driverId: number; txnIds: string[] }> {
  const [driver] = await database.insert(drivers).values({ mobile, createdAt: clock.now() }).returning();
  const driverId = driver?.id ?? expect.unreachable();
  const txnIds: string[] = [];
  for (const rupees of amounts) {
    clock.advance(1_000);
    const customer = { name: 'Asha', email: 'asha@example.com', mobile };
    const { txnId } = await topUps.start('phonepe', { driverId, rupees, label: 'Credits', customer });
    bank.paidPaise = rupees * 100;
    bank.states.set(txnId, 'completed');
    expect(await payments.handleWebhook('phonepe', {}, txnId)).toBe(true);
    txnIds.push(txnId);
  }
  return { driverId, txnIds };
}

test('what a late correction returns to a deleted account is refunded to its latest top-ups, once [ACCOUNT-17]', async () => {
  const other = await driverWith('9000000001', 50);
  const { driverId, txnIds } = await driverWith('9000000002', 100, 200);
  await database.transaction((tx) => wallet.holdFunds(tx, { driverId, reference: 'B-1', amountPaise: 30_000 }));
  await database.transaction((tx) => wallet.captureHold(tx, 'B-1', priceOf(30_000)));
  const correction = { driverId, reference: 'B-1', key: '1', direction: 'down', difference: priceOf(25_000) } as const;
  await database.transaction((tx) => wallet.adjustCapture(tx, correction));
  await topUps.refundErasedDrivers();
  expect(await freeOf(driverId)).toBe(25_000);

  await database.update(drivers).set({ mobile: null, deletedAt: clock.now() }).where(eq(drivers.id, driverId));
  await topUps.refundErasedDrivers();
  await topUps.refundErasedDrivers();
  const refundsOfDriver = () => database.select().from(refunds).where(inArray(refunds.txnId, txnIds));
  const rows = await refundsOfDriver();
  expect(rows.map(({ txnId, amountPaise, state }) => ({ txnId, amountPaise, state }))).toEqual([
    { txnId: txnIds[1], amountPaise: 20_000, state: 'pending' },
    { txnId: txnIds[0], amountPaise: 5_000, state: 'pending' },
  ]);
  expect([await freeOf(driverId), await freeOf(other.driverId)]).toEqual([0, 5_000]);
  const notified: number[] = [];
  events.on(refundPaid, async (_tx, refund) => void notified.push(refund.driverId));
  await payments.reconcileDue();
  expect((await refundsOfDriver()).map(({ state }) => state)).toEqual(['completed', 'completed']);
  // Nobody reads what would be written to a deleted account.
  expect(notified).not.toContain(driverId);
  expect(await listLedgerProblems(database, [walletCheck, topUpsCheck, paymentsCheck])).toEqual([]);
});

test('a deleted account that cannot be refunded does not keep the others waiting [ACCOUNT-17]', async () => {
  const [stuck, next] = [await driverWith('9000000004', 100), await driverWith('9000000005', 100)];
  const both = inArray(drivers.id, [stuck.driverId, next.driverId]);
  await database.update(drivers).set({ mobile: null, deletedAt: clock.now() }).where(both);
  await database.$client.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before insert on refunds for each row when (new.txn_id = '${stuck.txnIds[0]}')
      execute function refuse()`);
  await expect(topUps.refundErasedDrivers()).rejects.toThrow('some deleted accounts');
  expect([await freeOf(stuck.driverId), await freeOf(next.driverId)]).toEqual([10_000, 0]);
  await database.$client.query('drop trigger refuse on refunds');
});
