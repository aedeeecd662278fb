import { beforeEach, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { listLedgerProblems, lockDriverAccounts } from '#modules/ledger/index.ts';
import { testDatabase, waitsForLock } from '#testing/database.ts';
import { eventually } from '#testing/eventually.ts';
import { creditTopUp } from './credit.ts';
import { createWallet, walletCheck } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const wallet = createWallet({ clock });
let mobile = 9_000_000_000;
let driverId: number;

/** Each test has a driver of its own, with 500 rupees. */
beforeEach(async () => {
  mobile += 1;
  const row = { mobile: String(mobile), createdAt: clock.now() };
  const [driver] = await database.insert(drivers).values(row).returning();
  driverId = driver?.id ?? 0;
  const paid = { provider: 'phonepe', providerPaymentId: `OM${mobile}`, txnId: `T-${mobile}` } as const;
  await database.transaction((tx) => creditTopUp(tx, { driverId, ...paid, amountPaise: 50_000 }, clock.now()));
});

const hold = (reference: string, amountPaise = 20_000) =>
  database.transaction((tx) => wallet.holdFunds(tx, { driverId, reference, amountPaise }));
const release = (reference: string) => database.transaction((tx) => wallet.releaseHold(tx, reference));
const renew = (reference: string) => database.transaction((tx) => wallet.renewHold(tx, reference));
const balance = () => wallet.readBalance(database, driverId);

test('a released hold can be renewed, and is captured or released as if it had been held once', async () => {
  await hold('B-AGAIN');
  await release('B-AGAIN');
  await renew('B-AGAIN');
  expect(await balance()).toEqual({ freePaise: 30_000, heldPaise: 20_000 });
  expect(await listLedgerProblems(database, [walletCheck])).toEqual([]);
  await expect(renew('B-AGAIN')).rejects.toThrow('cannot be renewed');

  const price = { taxablePaise: 10_000, cgstPaise: 900, sgstPaise: 900, igstPaise: 0, totalPaise: 11_800 };
  const settled = { capturedPaise: 11_800, overrunPaise: 0, uncollectedPaise: 0, releasedPaise: 8200 };
  const capture = () => database.transaction((tx) => wallet.captureHold(tx, 'B-AGAIN', price));
  expect(await capture()).toEqual(settled);
  expect(await capture()).toEqual(settled);
  expect(await balance()).toEqual({ freePaise: 38_200, heldPaise: 0 });
  await expect(renew('B-AGAIN')).rejects.toThrow('cannot be renewed');

  await hold('B-TWICE');
  for (let times = 0; times < 2; times += 1) {
    expect(await release('B-TWICE')).toMatchObject({ releasedPaise: 20_000 });
    await renew('B-TWICE');
  }
  expect(await release('B-TWICE')).toMatchObject({ capturedPaise: 0, releasedPaise: 20_000 });
  expect(await balance()).toEqual({ freePaise: 38_200, heldPaise: 0 });
  expect(await listLedgerProblems(database, [walletCheck])).toEqual([]);
});

test('the hold of a session that costs nothing is renewed too, and one that the wallet cannot pay is not', async () => {
  await hold('B-FREE', 0);
  await release('B-FREE');
  await renew('B-FREE');
  await release('B-FREE');
  await hold('B-DEAR', 40_000);
  await release('B-DEAR');
  await hold('B-OTHER', 20_000);
  await expect(renew('B-DEAR')).rejects.toMatchObject({ code: 'balance_short' });
  expect(await balance()).toEqual({ freePaise: 30_000, heldPaise: 20_000 });
  expect(await listLedgerProblems(database, [walletCheck])).toEqual([]);
});

test('a release that meets a hold which is just being renewed fails, and the money stays held', async () => {
  await hold('B-MEANWHILE');
  await release('B-MEANWHILE');
  const isHeld = Promise.withResolvers<void>();
  const isWaiting = Promise.withResolvers<void>();
  const again = database.transaction(async (tx) => {
    await wallet.renewHold(tx, 'B-MEANWHILE');
    isHeld.resolve();
    await isWaiting.promise;
  });
  await isHeld.promise;
  const refused = expect(release('B-MEANWHILE')).rejects.toThrow('was renewed meanwhile');
  await waitsForLock(database.$client, 'from "holds"');
  isWaiting.resolve();
  await Promise.all([again, refused]);
  expect(await balance()).toEqual({ freePaise: 30_000, heldPaise: 20_000 });
});

test('a hold that is repeated while it is released does not deadlock with the release', async () => {
  await hold('B-BOTH');
  const isLocked = Promise.withResolvers<void>();
  const areWaiting = Promise.withResolvers<void>();
  const another = database.transaction(async (tx) => {
    await lockDriverAccounts(tx, driverId);
    isLocked.resolve();
    await areWaiting.promise;
  });
  await isLocked.promise;
  const repeated = hold('B-BOTH');
  await waitsForLock(database.$client, 'insert into ledger_transfers');
  const released = release('B-BOTH');
  const lockedRow = `select from holds where reference = 'B-BOTH' for update nowait`;
  await eventually(() => expect(database.$client.query(lockedRow)).rejects.toThrow('could not obtain lock'));
  areWaiting.resolve();
  await Promise.all([another, repeated, released]);
  expect(await balance()).toEqual({ freePaise: 50_000, heldPaise: 0 });
  expect(await listLedgerProblems(database, [walletCheck])).toEqual([]);
});
