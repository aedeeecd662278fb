import { beforeEach, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { insertPayment } from '#modules/payments/payments.store.ts';
import { emptyTables, testDatabase } from '#testing/database.ts';
import { rowsNamedSinceCheckpoint } from '#testing/problems-since-checkpoint.ts';
import { creditTopUp } from './credit.ts';
import { topUpsCheck } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const sql = (statement: string) => database.$client.query(statement);

beforeEach(async () => {
  await emptyTables(
    database,
    'drivers',
    'ledger_accounts',
    'ledger_transfers',
    'ledger_entries',
    'holds',
    'payment_intents',
  );
  for (const mobile of ['9876543210', '9876543211'])
    await database.insert(drivers).values({ mobile, createdAt: clock.now() });
  for (const number of [1, 2]) {
    const facts = {
      txnId: `T-${number}`,
      provider: 'phonepe' as const,
      providerPaymentId: `OM${number}`,
      amountPaise: 50_000,
    };
    const times = { createdAt: clock.now(), expiresAt: clock.now() };
    await insertPayment(database, { ...facts, ...times, purpose: 'wallet', driverId: 1, state: 'completed' });
    await database.transaction((tx) => creditTopUp(tx, { ...facts, driverId: 1 }, clock.now()));
  }
  expect(await listLedgerProblems(database, [topUpsCheck])).toEqual([]);
});

async function namedAfter(...statements: string[]): Promise<string[]> {
  for (const statement of statements) await sql(statement);
  const rows = (await listLedgerProblems(database, [topUpsCheck])).map((problem) => problem.row);
  const ofTheBooks = (row: string): boolean => row.startsWith('ledger_accounts');
  expect(await rowsNamedSinceCheckpoint(database, topUpsCheck)).toEqual(rows.filter((row) => !ofTheBooks(row)));
  return rows;
}

test('a completed payment that was never credited is named [LEDGER-14]', async () => {
  const rows = await namedAfter(
    "insert into payment_intents (txn_id, purpose, driver_id, provider, amount_paise, state, created_at, expires_at, settled_at) values ('T-3', 'wallet', 1, 'phonepe', 100, 'completed', now(), now(), now())",
  );
  expect(rows).toEqual(['payment_intents T-3']);
});

test('a payment credited twice is named [LEDGER-14]', async () => {
  const again = {
    driverId: 1,
    provider: 'phonepe',
    providerPaymentId: 'OM-again',
    txnId: 'T-1',
    amountPaise: 50_000,
  } as const;
  await database.transaction((tx) => creditTopUp(tx, again, clock.now()));
  expect(await namedAfter()).toEqual(['payment_intents T-1']);
});

test('a payment credited with another amount, or to another driver, is named [LEDGER-14]', async () => {
  expect(await namedAfter("update payment_intents set amount_paise = 49900 where txn_id = 'T-1'")).toEqual([
    'payment_intents T-1',
  ]);
  expect(await namedAfter("update payment_intents set driver_id = 2 where txn_id = 'T-2'")).toEqual([
    'payment_intents T-1',
    'payment_intents T-2',
  ]);
});

test('a credit without a completed payment is named [LEDGER-14]', async () => {
  expect(await namedAfter("update payment_intents set state = 'mismatch' where txn_id = 'T-2'")).toEqual([
    'ledger_transfers 2',
  ]);
  expect(await namedAfter("delete from payment_intents where txn_id = 'T-2'")).toEqual(['ledger_transfers 2']);
});

test('problems of the ledger itself are named too [LEDGER-13]', async () => {
  expect(await namedAfter("update ledger_accounts set balance_paise = 1 where kind = 'wallet'")).toEqual([
    'ledger_accounts 1',
  ]);
});
