import { beforeEach, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { TestClock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { creditTopUp } from '#modules/wallet/credit.ts';
import { emptyTables, testDatabase } from '#testing/database.ts';
import { eventually } from '#testing/eventually.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';
import { checkLedger } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const sql = (statement: string) => database.$client.query(statement);
let driverId = 0;
let topUps = 0;

beforeEach(async () => {
  await emptyTables(
    database,
    'drivers',
    'ledger_accounts',
    'ledger_transfers',
    'ledger_entries',
    'ledger_proofs',
    'holds',
  );
  const [driver] = await database.insert(drivers).values({ mobile: '9876543210', createdAt: clock.now() }).returning();
  driverId = driver?.id ?? 0;
  await topUp();
});

async function topUp(tx: Tx = database, ofDriver = driverId): Promise<void> {
  topUps += 1;
  const [providerPaymentId, txnId] = [`OM${topUps}`, `T-${topUps}`];
  await tx.transaction((inner) =>
    creditTopUp(
      inner,
      { driverId: ofDriver, provider: 'phonepe', providerPaymentId, txnId, amountPaise: 50_000 },
      clock.now(),
    ),
  );
}

/** The books alone, a minute later. */
async function check(options: { isFull?: boolean; maxWaitMs?: number } = {}) {
  clock.advance(MINUTE_MS);
  return checkLedger(database, [], { now: clock.now(), ...options });
}

/** Until a connection has last asked for this. */
const waitsUntil = (words: string) =>
  eventually(async () => {
    const asked =
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and strpos(query, $1) > 0';
    expect((await database.$client.query(asked, [words])).rowCount).toBeGreaterThan(0);
  });
const tamper = (statement: string) => sql(`begin; set local session_replication_role = replica; ${statement}; commit`);
const entryOf = (nth: 'first' | 'last') =>
  `(select ${nth === 'first' ? 'min' : 'max'}(id) from ledger_entries where account_version is not null)`;

test('a check continues from where the last one found all in order, and looks at what is new [LEDGER-21]', async () => {
  expect(await check()).toEqual({ problems: [], isKept: true });
  const at = clock.now();
  await topUp();
  await topUp();
  expect(await check()).toEqual({ problems: [], isKept: true, since: { at, transfers: 2 } });
  const later = clock.now();
  expect(await check()).toEqual({ problems: [], isKept: true, since: { at: later, transfers: 0 } });
});

test('a full check also looks at what was checked before: at old rows, which only a holder of the keys can change [LEDGER-21]', async () => {
  await check();
  await tamper(`update ledger_entries set amount_paise = amount_paise + 1 where id = ${entryOf('first')}`);
  await topUp();
  expect((await check()).problems).toEqual([]);
  const { problems, isKept } = await check({ isFull: true });
  expect(problems.map(({ row }) => row)).toContain('ledger_entries');
  expect(isKept).toBe(false);
});

test('a problem is found by every check until it is corrected, and no check continues beyond it', async () => {
  await check();
  const at = clock.now();
  await topUp();
  const mended = await sql(`select id, amount_paise from ledger_entries where id = ${entryOf('last')}`);
  const { id, amount_paise: amount } = mended.rows[0] as { id: string; amount_paise: string };
  await tamper(`update ledger_entries set amount_paise = 1 where id = ${id}`);
  for (let again = 0; again < 2; again += 1) {
    const { problems, isKept, since } = await check();
    expect(problems.map(({ row }) => row)).toEqual([
      expect.stringMatching(/^ledger_transfers \d+$/),
      'ledger_entries',
      `ledger_entries ${id}`,
      'ledger_accounts',
    ]);
    expect({ isKept, since }).toEqual({ isKept: false, since: { at, transfers: 1 } });
  }
  await tamper(`update ledger_entries set amount_paise = ${amount} where id = ${id}`);
  expect(await check()).toMatchObject({ problems: [], isKept: true });
});

const OF_TODAY = `from ledger_entries where id = ${entryOf('last')}`;
test.each([
  [
    'a new entry with a wrong balance',
    `update ledger_entries set balance_paise = 1 where id = ${entryOf('last')}`,
    ['ledger_entries', 'ledger_accounts'],
  ],
  [
    'a new entry whose number leaves a gap',
    `update ledger_entries set account_version = 99 where id = ${entryOf('last')}`,
    ['ledger_entries', 'ledger_accounts'],
  ],
  [
    'an account that is not what its last entry says',
    `update ledger_accounts set version = version + 1 where id = (select account_id ${OF_TODAY})`,
    ['ledger_accounts', 'ledger_accounts'],
  ],
  [
    'an account that did not move, but whose balance changed',
    "update ledger_accounts set balance_paise = 5 where kind = 'held'",
    ['ledger_accounts'],
  ],
  [
    'a transfer without entries',
    "insert into ledger_transfers (idempotency_key, kind, reference, at) values ('x', 'top_up', 'x', now())",
    ['ledger_transfers'],
  ],
  [
    'entries that were added to an old transfer',
    `insert into ledger_entries (transfer_id, account_id, amount_paise) select min(transfer_id), min(account_id), 7 from ledger_entries`,
    ['ledger_transfers', 'ledger_entries', 'ledger_accounts'],
  ],
  [
    'the end of the ledger at the checkpoint, when it is gone',
    'delete from ledger_transfers where id = (select transfer_id from ledger_proofs order by id desc limit 1)',
    ['ledger_transfers'],
  ],
])('%s is named by a check that continues', async (_, statement, tables) => {
  await check();
  await topUp();
  await tamper(statement);
  const { problems, since } = await check();
  expect(since).toBeDefined();
  expect(problems.map(({ row }) => row.split(' ')[0])).toEqual(tables);
});

test('other checks begin from the start', async () => {
  await check();
  clock.advance(MINUTE_MS);
  const { since } = await checkLedger(database, LEDGER_PARTS, { now: clock.now() });
  expect(since).toBeUndefined();
});

test('a transfer that is written late under a small number is waited for, and otherwise checked by the next check', async () => {
  await check();
  const at = clock.now();
  const [other] = await database.insert(drivers).values({ mobile: '9876543211', createdAt: clock.now() }).returning();
  const writer = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const late = database.transaction(async (tx) => {
    await topUp(tx, other?.id);
    written.resolve();
    await writer.promise;
  });
  await written.promise;
  await topUp();
  // It may go on from there no more than from before.
  expect(await check({ maxWaitMs: 0 })).toEqual({ problems: [], isKept: false, since: { at, transfers: 1 } });
  const waiting = check();
  writer.resolve();
  await late;
  expect(await waiting).toEqual({ problems: [], isKept: true, since: { at, transfers: 2 } });
});

test('a transfer whose entries lie on both sides of a checkpoint is counted once', async () => {
  const holder = await database.$client.connect();
  const entry = (account: string, paise: number) =>
    holder.query(`insert into ledger_entries (transfer_id, account_id, amount_paise)
      select max(t.id), max(a.id), ${paise} from ledger_transfers t, ledger_accounts a where t.reference = 'B-1' and a.kind = '${account}'`);
  await sql("insert into ledger_accounts (kind) values ('revenue'), ('cgst')");
  await holder.query('begin; set local session_replication_role = replica');
  await holder.query(
    "insert into ledger_transfers (idempotency_key, kind, reference, at) values ('x', 'adjustment', 'B-1', now())",
  );
  await entry('revenue', 5);
  await topUp();
  const checking = check();
  await waitsUntil('virtualtransaction');
  await entry('cgst', -5);
  await holder.query('commit');
  holder.release();
  expect(await checking).toEqual({ problems: [], isKept: true });
  expect(await check()).toMatchObject({ problems: [], isKept: true });
});

test('a checkpoint can be neither changed nor deleted', async () => {
  await check();
  await expect(sql('update ledger_proofs set transfer_id = 0')).rejects.toThrow('ledger_proofs is append-only');
  await expect(sql('delete from ledger_proofs')).rejects.toThrow('ledger_proofs is append-only');
  await expect(sql('truncate ledger_proofs')).rejects.toThrow('ledger_proofs is append-only');
});

test('the database refuses unknown kinds of transfers and accounts', async () => {
  await expect(
    sql("insert into ledger_transfers (idempotency_key, kind, reference, at) values ('x', 'gift', 'x', now())"),
  ).rejects.toThrow('transfer_kind');
  await expect(sql("insert into ledger_accounts (kind) values ('gifts')")).rejects.toThrow('account_kind');
});
