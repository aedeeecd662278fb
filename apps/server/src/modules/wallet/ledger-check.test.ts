import { beforeEach, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { testDatabase } from '#testing/database.ts';
import { rowsNamedSinceCheckpoint } from '#testing/problems-since-checkpoint.ts';
import { walletWithHolds } from '#testing/wallet-with-holds.ts';
import { walletCheck } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const sql = (statement: string) => database.$client.query(statement);

beforeEach(async () => {
  await walletWithHolds(database, clock);
  expect(await listLedgerProblems(database, [walletCheck])).toEqual([]);
});

/** The database itself refuses most of this; somebody with its keys can make it. */
const tamper = (statement: string) => sql(`begin; set local session_replication_role = replica; ${statement}; commit`);

/** Rows that the check names after a statement that no code of ours would run. */
async function namedAfter(...statements: string[]): Promise<string[]> {
  for (const statement of statements) await tamper(statement);
  const rows = (await listLedgerProblems(database, [walletCheck])).map((problem) => problem.row);
  expect(await rowsNamedSinceCheckpoint(database, walletCheck)).toEqual(rows);
  return rows;
}

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
