import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { checkLedger } from '#modules/ledger/index.ts';
import { creditTopUp } from '#modules/wallet/credit.ts';
import { databaseUrl, testDatabase, waitsForLock } from '#testing/database.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));

test('a check that is killed half-way changes nothing, and the next one begins where it began [LEDGER-21]', async () => {
  const database = await testDatabase();
  const { $client } = database;
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const [driver] = await database.insert(drivers).values({ mobile: '9876543210', createdAt: clock.now() }).returning();
  const checkpoints = async () => (await $client.query('select * from ledger_proofs order by id')).rows;
  expect(await checkLedger(database, LEDGER_PARTS, { now: clock.now() })).toEqual({ problems: [], isKept: true });
  const before = await checkpoints();
  const topUp = { driverId: driver?.id ?? 0, provider: 'phonepe', providerPaymentId: 'OM1', txnId: 'T-1' } as const;
  await database.transaction((tx) => creditTopUp(tx, { ...topUp, amountPaise: 50_000 }, clock.now()));

  const holder = await $client.connect();
  await holder.query('begin; lock table invoice_counters in access exclusive mode');
  const env = { ...process.env, DATABASE_URL: databaseUrl(database), LOG_LEVEL: 'fatal' };
  const check = spawn(process.execPath, [CLI, 'ledger', 'check'], { env, stdio: 'ignore' });
  await waitsForLock($client, 'select reference from ledger_transfers', 45 * SECOND_MS);
  const ended = once(check, 'exit');
  check.kill('SIGKILL');
  await ended;
  holder.release(true);

  expect(await checkpoints()).toEqual(before);
  const { problems, since } = await checkLedger(database, LEDGER_PARTS, { now: clock.now() });
  expect(problems.map(({ problem }) => problem)).toEqual(['it credits the payment T-1, which is unknown']);
  expect(since).toEqual({ at: clock.now(), transfers: 1 });
});
