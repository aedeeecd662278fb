import { beforeEach, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { walletWithHolds } from '#testing/wallet-with-holds.ts';
import { listLedgerProblems } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const sql = (statement: string) => database.$client.query(statement);

beforeEach(async () => {
  await walletWithHolds(database, clock);
  expect(await listLedgerProblems(database, [])).toEqual([]);
});

/** The database itself refuses most of this; somebody with its keys can make it. */
const tamper = (statement: string) => sql(`begin; set local session_replication_role = replica; ${statement}; commit`);

/** Rows that the check names after a statement that no code of ours would run. */
async function namedAfter(...statements: string[]): Promise<string[]> {
  for (const statement of statements) await tamper(statement);
  return (await listLedgerProblems(database, [])).map((problem) => problem.row);
}

const idOf = async (query: string): Promise<number> => Number((await sql(query)).rows[0]?.id);
const walletId = () => idOf("select id from ledger_accounts where kind = 'wallet'");
const transferId = (key: string) => idOf(`select id from ledger_transfers where idempotency_key = '${key}'`);

test.each(['ledger_transfers', 'ledger_entries'])(
  'the database refuses to change or delete a row of %s, or to empty the table [LEDGER-2]',
  async (table) => {
    await expect(sql(`update ${table} set id = id`)).rejects.toThrow(`${table} is append-only`);
    await expect(sql(`delete from ${table}`)).rejects.toThrow(`${table} is append-only`);
    await expect(sql(`truncate ${table} cascade`)).rejects.toThrow(' is append-only');
  },
);

test('the database refuses entries that do not sum to zero [LEDGER-1]', async () => {
  const [transfer, wallet] = [await transferId('topup:phonepe:OM1'), await walletId()];
  const entries = `insert into ledger_entries (transfer_id, account_id, amount_paise) values (${transfer}, ${wallet}, 5), (${transfer}, ${wallet}, -4)`;
  await expect(sql(entries)).rejects.toThrow('do not sum to zero');
});

test('a transfer whose entries do not sum to zero is named, and so is the ledger [LEDGER-13]', async () => {
  const id = await transferId('topup:phonepe:OM1');
  const rows = await namedAfter(
    `update ledger_entries set amount_paise = amount_paise - 1 where transfer_id = ${id} and balance_paise is null`,
  );
  expect(rows).toEqual([`ledger_transfers ${id}`, 'ledger_entries']);
});

test('a transfer without entries is named', async () => {
  const rows = await namedAfter(
    "insert into ledger_transfers (idempotency_key, kind, reference, at) values ('x', 'top_up', 'x', now())",
  );
  expect(rows).toEqual([`ledger_transfers ${await transferId('x')}`]);
});

test('a balance that differs from its entries is named [LEDGER-13]', async () => {
  const rows = await namedAfter("update ledger_accounts set balance_paise = balance_paise + 100 where kind = 'wallet'");
  expect(rows).toEqual([`ledger_accounts ${await walletId()}`]);
});

test('a balance below zero is named even if its entries agree', async () => {
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
  const entry = await idOf(`select max(id) as id from ledger_entries where account_id = ${id}`);
  expect(await namedAfter(`update ledger_entries set account_version = 99 where id = ${last}`)).toEqual([
    `ledger_accounts ${id}`,
    `ledger_entries ${entry}`,
  ]);
  await tamper(
    `update ledger_entries set account_version = (select version from ledger_accounts where id = ${id}) where id = ${last}`,
  );
  expect(await namedAfter(`update ledger_accounts set version = version + 1 where id = ${id}`)).toEqual([
    `ledger_accounts ${id}`,
  ]);
});

test('an entry with a wrong running balance is named', async () => {
  const entry = await idOf(`select id from ledger_entries where account_id = ${await walletId()} order by id limit 1`);
  const next = await idOf(
    `select id from ledger_entries where account_id = ${await walletId()} order by id limit 1 offset 1`,
  );
  // The one after it does not go on from it.
  const rows = await namedAfter(`update ledger_entries set balance_paise = 1 where id = ${entry}`);
  expect(rows.toSorted()).toEqual([`ledger_entries ${entry}`, `ledger_entries ${next}`]);
});
