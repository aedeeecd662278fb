import { beforeEach, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { testDatabase } from '#testing/database.ts';
import { createWallet } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const wallet = createWallet({ clock });
const sql = (statement: string) => database.$client.query(statement);

beforeEach(async () => {
  await sql('truncate drivers, ledger_accounts, ledger_transfers, ledger_entries, holds restart identity cascade');
  const [driver] = await database.insert(drivers).values({ mobile: '9876543210', createdAt: clock.now() }).returning();
  const driverId = driver?.id ?? 0;
  await database.transaction(async (tx) => {
    await wallet.topUp(tx, {
      driverId,
      provider: 'phonepe',
      providerPaymentId: 'OM1',
      txnId: 'T-1',
      amountPaise: 50_000,
    });
    for (const reference of ['B-OPEN', 'B-PAID', 'B-BACK'])
      await wallet.holdFunds(tx, { driverId, reference, amountPaise: 10_000 });
    await wallet.captureHold(tx, 'B-PAID', {
      taxablePaise: 5_000,
      cgstPaise: 450,
      sgstPaise: 450,
      igstPaise: 0,
      totalPaise: 5_900,
    });
    await wallet.releaseHold(tx, 'B-BACK');
  });
  expect(await wallet.problems(database)).toEqual([]);
});

/** The database itself refuses most of this; somebody with its keys can make it. */
const tamper = (statement: string) => sql(`begin; set local session_replication_role = replica; ${statement}; commit`);

/** Rows that the check names after a statement that no code of ours would run. */
async function namedAfter(...statements: string[]): Promise<string[]> {
  for (const statement of statements) await tamper(statement);
  return (await wallet.problems(database)).map((problem) => problem.row);
}

const idOf = async (query: string): Promise<number> => Number((await sql(query)).rows[0]?.id);
const walletId = () => idOf("select id from ledger_accounts where kind = 'wallet'");
const transferId = (key: string) => idOf(`select id from ledger_transfers where idempotency_key = '${key}'`);

test.each(['ledger_transfers', 'ledger_entries'])(
  'a row of %s can neither be changed nor deleted [LEDGER-2]',
  async (table) => {
    await expect(sql(`update ${table} set id = id`)).rejects.toThrow(`${table} is append-only`);
    await expect(sql(`delete from ${table}`)).rejects.toThrow(`${table} is append-only`);
  },
);

test('a transfer whose entries do not sum to zero is named, and so is the ledger [LEDGER-13]', async () => {
  const id = await transferId('topup:phonepe:OM1');
  const rows = await namedAfter(
    `update ledger_entries set amount_paise = amount_paise - 1 where transfer_id = ${id} and balance_paise is null`,
  );
  expect(rows).toEqual([`ledger_transfers ${id}`, 'ledger_entries']);
});

test('a transfer without its entries is named', async () => {
  const rows = await namedAfter(
    "insert into ledger_transfers (idempotency_key, kind, reference, at) values ('x', 'top_up', 'x', now())",
  );
  expect(rows).toEqual([`ledger_transfers ${await transferId('x')}`]);
});

test('a balance that its entries do not give is named [LEDGER-13]', async () => {
  const rows = await namedAfter("update ledger_accounts set balance_paise = balance_paise + 100 where kind = 'wallet'");
  expect(rows).toEqual([`ledger_accounts ${await walletId()}`]);
});

test('a balance below zero is named even when its entries say so too', async () => {
  const statement = "update ledger_accounts set balance_paise = -1 where kind = 'held'";
  await sql('alter table ledger_accounts drop constraint driver_balance_not_negative');
  const rows = await namedAfter(statement);
  await sql("update ledger_accounts set balance_paise = 0 where kind = 'held'");
  await sql(
    'alter table ledger_accounts add constraint driver_balance_not_negative check (balance_paise is null or balance_paise >= 0)',
  );
  const id = await idOf("select id from ledger_accounts where kind = 'held'");
  expect(rows).toEqual([`ledger_accounts ${id}`, `ledger_accounts ${id}`]);
});

test('an account whose versions have a gap is named', async () => {
  const id = await walletId();
  const last = `(select max(id) from ledger_entries where account_id = ${id})`;
  expect(await namedAfter(`update ledger_entries set account_version = 99 where id = ${last}`)).toEqual([
    `ledger_accounts ${id}`,
  ]);
  await tamper(
    `update ledger_entries set account_version = (select version from ledger_accounts where id = ${id}) where id = ${last}`,
  );
  expect(await namedAfter(`update ledger_accounts set version = version + 1 where id = ${id}`)).toEqual([
    `ledger_accounts ${id}`,
  ]);
});

test('an entry that remembers a wrong balance is named', async () => {
  const entry = await idOf(`select id from ledger_entries where account_id = ${await walletId()} order by id limit 1`);
  expect(await namedAfter(`update ledger_entries set balance_paise = 1 where id = ${entry}`)).toEqual([
    `ledger_entries ${entry}`,
  ]);
});

test.each([
  [
    'captured in word only',
    "update holds set state = 'captured', captured_paise = 10000, resolved_at = now() where reference = 'B-OPEN'",
    'B-OPEN',
  ],
  [
    'released in word only',
    "update holds set state = 'released', resolved_at = now() where reference = 'B-OPEN'",
    'B-OPEN',
  ],
  [
    'said to be open still',
    "update holds set state = 'held', captured_paise = 0, resolved_at = null where reference = 'B-PAID'",
    'B-PAID',
  ],
  ['captured for another sum', "update holds set captured_paise = 6000 where reference = 'B-PAID'", 'B-PAID'],
  [
    'captured in word only, though it went back',
    "update holds set state = 'captured' where reference = 'B-BACK'",
    'B-BACK',
  ],
  ['of another size', "update holds set amount_paise = 9000 where reference = 'B-OPEN'", 'B-OPEN'],
  ['without an end', "update holds set resolved_at = null where reference = 'B-BACK'", 'B-BACK'],
  ['gone', "delete from holds where reference = 'B-OPEN'", 'B-OPEN'],
  ['never paid in', "insert into holds values ('B-AIR', 1, 500, 'held', 0, now(), null)", 'B-AIR'],
])('a hold %s is named [LEDGER-13]', async (_, statement, reference) => {
  expect(await namedAfter(statement)).toEqual([`holds ${reference}`]);
});

test('a hold of another driver than the one who paid for it is named, and so is that money [LEDGER-13]', async () => {
  expect(await namedAfter("update holds set driver_id = driver_id + 1 where reference = 'B-OPEN'")).toEqual([
    'holds B-OPEN',
    'holds B-OPEN',
  ]);
});
