import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxOn, type TaxedAmount } from '@bijli/contract/taxed-amount';
import { pageOf } from '#db/pagination.ts';
import { TestClock } from '#kernel/clock.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { ledgerRefusals } from '#modules/ledger/ledger.refusals.ts';
import { countLockWaits, testDatabase } from '#testing/database.ts';
import { eventually } from '#testing/eventually.ts';
import type { TopUp } from './credit.ts';
import { creditTopUp } from './credit.ts';
import { createWallet, walletCheck } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const wallet = createWallet({ clock });

let mobile = 9_000_000_000;
async function driverWith(paise: number): Promise<number> {
  const [driver] = await database
    .insert(drivers)
    .values({ mobile: String(mobile++), createdAt: clock.now() })
    .returning();
  if (!driver) throw new Error('no driver');
  if (paise > 0) await topUp(driver.id, paise);
  return driver.id;
}

let payments = 0;
function payment(driverId: number, amountPaise: number): TopUp {
  payments += 1;
  return { driverId, provider: 'phonepe', providerPaymentId: `OM${payments}`, txnId: `T-${payments}`, amountPaise };
}
const topUp = (driverId: number, paise: number) =>
  database.transaction((tx) => creditTopUp(tx, payment(driverId, paise), clock.now()));
const hold = (driverId: number, reference: string, amountPaise: number) =>
  database.transaction((tx) => wallet.holdFunds(tx, { driverId, reference, amountPaise }));
const capture = (reference: string, price: TaxedAmount) =>
  database.transaction((tx) => wallet.captureHold(tx, reference, price));
const release = (reference: string) => database.transaction((tx) => wallet.releaseHold(tx, reference));
const balance = (driverId: number) => wallet.readBalance(database, driverId);
const problems = () => listLedgerProblems(database, [walletCheck]);

/** 18 % on top, as a session is billed. */
const priceOf = (taxablePaise: number): TaxedAmount => taxOn(taxablePaise, 1800, 'intra_state');

async function companyTotals(): Promise<Record<string, number>> {
  const { rows } = await database.$client.query(
    'select a.kind, sum(e.amount_paise)::int as paise from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.driver_id is null group by a.kind',
  );
  return Object.fromEntries(rows.map((row) => [row.kind, row.paise]));
}

test('one payment is credited once, however often it is reported [SCOPE-8, TOPUP-12, LEDGER-3]', async () => {
  const driverId = await driverWith(0);
  const paid = payment(driverId, 50_000);
  await Promise.all(Array.from({ length: 20 }, () => database.transaction((tx) => creditTopUp(tx, paid, clock.now()))));
  expect(await balance(driverId)).toEqual({ freePaise: 50_000, heldPaise: 0 });
  const other = database.transaction((tx) => creditTopUp(tx, { ...paid, amountPaise: 60_000 }, clock.now()));
  await expect(other).rejects.toThrow('was used for another transfer');
});

test('a hold lowers the free balance and a release restores it [SCOPE-7, LEDGER-7]', async () => {
  const driverId = await driverWith(50_000);
  await hold(driverId, 'B-HOLD', 20_000);
  await hold(driverId, 'B-HOLD', 20_000);
  expect(await balance(driverId)).toEqual({ freePaise: 30_000, heldPaise: 20_000 });
  await expect(hold(driverId, 'B-HOLD', 10_000)).rejects.toThrow('was used for another transfer');
  const first = await release('B-HOLD');
  expect(first).toEqual({ capturedPaise: 0, overrunPaise: 0, uncollectedPaise: 0, releasedPaise: 20_000 });
  expect(await release('B-HOLD')).toEqual(first);
  expect(await balance(driverId)).toEqual({ freePaise: 50_000, heldPaise: 0 });
  await expect(capture('B-HOLD', priceOf(100))).rejects.toThrow('was released');
});

test('a hold of even one paisa more than the free balance is refused [SHEET-21, LEDGER-4]', async () => {
  const driverId = await driverWith(50_000);
  await expect(hold(driverId, 'B-MUCH', 50_001)).rejects.toSatisfy((error) =>
    isRefusal(error, ledgerRefusals, 'balance_short'),
  );
  await hold(driverId, 'B-ALL', 50_000);
  await expect(hold(driverId, 'B-MORE', 1)).rejects.toSatisfy((error) =>
    isRefusal(error, ledgerRefusals, 'balance_short'),
  );
  expect(await balance(driverId)).toEqual({ freePaise: 0, heldPaise: 50_000 });
});

test('a session takes its bill out of the hold and releases the rest, with each tax on its account [LEDGER-5, SCOPE-8]', async () => {
  const before = await companyTotals();
  const driverId = await driverWith(50_000);
  await hold(driverId, 'B-PAID', 20_000);
  // No two parts are alike, so that none can stand for another.
  const price = { taxablePaise: 10_000, cgstPaise: 870, sgstPaise: 930, igstPaise: 0, totalPaise: 11_800 };
  const first = await capture('B-PAID', price);
  expect(first).toEqual({ capturedPaise: 11_800, overrunPaise: 0, uncollectedPaise: 0, releasedPaise: 8_200 });
  expect(await capture('B-PAID', price)).toEqual(first);
  await expect(capture('B-PAID', priceOf(9_000))).rejects.toThrow('was captured');
  await expect(release('B-PAID')).rejects.toThrow('was captured');
  expect(await balance(driverId)).toEqual({ freePaise: 38_200, heldPaise: 0 });
  const after = await companyTotals();
  const gained = ['revenue', 'cgst', 'sgst'].map((kind) => (after[kind] ?? 0) - (before[kind] ?? 0));
  expect(gained).toEqual([10_000, 870, 930]);
});

test('a hold one paisa above its bill releases that paisa [LEDGER-5]', async () => {
  const driverId = await driverWith(11_801);
  await hold(driverId, 'B-PAISA', 11_801);
  expect(await capture('B-PAISA', priceOf(10_000))).toMatchObject({ capturedPaise: 11_800, releasedPaise: 1 });
  expect(await balance(driverId)).toEqual({ freePaise: 1, heldPaise: 0 });
});

test('a bill beyond the hold takes what the wallet has, and the company bears the rest [LEDGER-6]', async () => {
  const before = await companyTotals();
  const driverId = await driverWith(12_000);
  await hold(driverId, 'B-OVER', 10_000);
  const first = await capture('B-OVER', priceOf(15_000));
  expect(first).toEqual({ capturedPaise: 10_000, overrunPaise: 2_000, uncollectedPaise: 5_700, releasedPaise: 0 });
  expect(await capture('B-OVER', priceOf(15_000))).toEqual(first);
  expect(await balance(driverId)).toEqual({ freePaise: 0, heldPaise: 0 });
  const after = await companyTotals();
  expect((after['overrun'] ?? 0) - (before['overrun'] ?? 0)).toBe(-5_700);
  expect((after['cgst'] ?? 0) - (before['cgst'] ?? 0)).toBe(1_350);
});

test('a free session of a driver who never had money is held and ends without moving any', async () => {
  const driverId = await driverWith(0);
  await hold(driverId, 'B-GIFT', 0);
  const outcome = { capturedPaise: 0, overrunPaise: 0, uncollectedPaise: 0, releasedPaise: 0 };
  expect(await capture('B-GIFT', taxOn(0, 1_800, 'intra_state'))).toEqual(outcome);
  expect(await capture('B-GIFT', taxOn(0, 1_800, 'intra_state'))).toEqual(outcome);
  expect(await balance(driverId)).toEqual({ freePaise: 0, heldPaise: 0 });
});

test('an invalid price, or a capture without a hold, moves nothing', async () => {
  const driverId = await driverWith(20_000);
  await hold(driverId, 'B-ODD', 20_000);
  const correct = (price: TaxedAmount) =>
    database.transaction((tx) =>
      wallet.adjustCapture(tx, { driverId, reference: 'B-ODD', key: 'odd', direction: 'down', difference: price }),
    );
  for (const price of [
    { ...priceOf(100), cgstPaise: 0.5 },
    { ...priceOf(100), sgstPaise: -1 },
  ]) {
    await expect(capture('B-ODD', price)).rejects.toThrow('not an amount with its taxes');
    await expect(correct(price)).rejects.toThrow('not an amount with its taxes');
  }
  await expect(capture('B-NOWHERE', priceOf(100))).rejects.toThrow('There is no hold B-NOWHERE');
  await expect(release('B-NOWHERE')).rejects.toThrow('There is no hold B-NOWHERE');
  expect(await balance(driverId)).toEqual({ freePaise: 0, heldPaise: 20_000 });
});

test('a session without energy releases its hold and leaves no trace in the history', async () => {
  const driverId = await driverWith(20_000);
  await hold(driverId, 'B-NONE', 20_000);
  expect(await capture('B-NONE', priceOf(0))).toMatchObject({ capturedPaise: 0, releasedPaise: 20_000 });
  expect(await wallet.listMovementsOfDriver(database, driverId, pageOf({}))).toEqual([]);
});

test('a bill that is corrected later moves the difference, once [LEDGER-9]', async () => {
  const driverId = await driverWith(20_000);
  await hold(driverId, 'B-TRUE', 11_800);
  await capture('B-TRUE', priceOf(10_000));
  const correct = (key: string, direction: 'up' | 'down', amountPaise: number) =>
    database.transaction((tx) =>
      wallet.adjustCapture(tx, { driverId, reference: 'B-TRUE', key, direction, difference: priceOf(amountPaise) }),
    );
  await correct('late-stop', 'down', 1_000);
  await correct('late-stop', 'down', 1_000);
  expect((await balance(driverId)).freePaise).toBe(8_200 + 1_180);
  await correct('later-stop', 'up', 2_000);
  await topUp(driverId, 5_000);
  await correct('later-stop', 'up', 2_000);
  expect((await balance(driverId)).freePaise).toBe(9_380 - 2_360 + 5_000);
  await expect(correct('later-stop', 'up', 3_000)).rejects.toThrow('was used for another amount');
  await expect(correct('late-stop', 'up', 1_000)).rejects.toThrow('was used for another amount');
  const { rows } = await database.$client.query(
    "select kind, count(*)::int from ledger_transfers where reference = 'B-TRUE' group by kind order by kind",
  );
  expect(rows).toEqual([
    { kind: 'adjustment', count: 2 },
    { kind: 'capture', count: 1 },
    { kind: 'hold', count: 1 },
  ]);
});

test('a bill that was too high returns only what the driver paid of it [LEDGER-10]', async () => {
  const driverId = await driverWith(6_000);
  await hold(driverId, 'B-LESS', 6_000);
  expect(await capture('B-LESS', priceOf(10_000))).toMatchObject({ capturedPaise: 6_000, uncollectedPaise: 5_800 });
  const correction = { driverId, reference: 'B-LESS', key: '1', direction: 'down' } as const;
  const correct = () =>
    database.transaction((tx) => wallet.adjustCapture(tx, { ...correction, difference: priceOf(6_000) }));
  expect([await correct(), await correct()]).toEqual([1_280, 0]);
  // 4,720 paise are the bill in the end, and 6,000 were paid.
  expect(await balance(driverId)).toEqual({ freePaise: 1_280, heldPaise: 0 });
});

test('the history lists sessions, with an overrun in the same row, newest first [WALLET-4, WALLET-7]', async () => {
  const driverId = await driverWith(12_000);
  await hold(driverId, 'B-ROW1', 5_000);
  await capture('B-ROW1', priceOf(5_000));
  const firstAt = clock.now();
  clock.advance(60_000);
  await hold(driverId, 'B-ROW2', 3_000);
  await capture('B-ROW2', priceOf(1_000));
  expect(await wallet.listMovementsOfDriver(database, driverId, pageOf({}))).toMatchObject([
    { kind: 'session', reference: 'B-ROW2', amountPaise: -1_180, at: clock.now() },
    { kind: 'session', reference: 'B-ROW1', amountPaise: -5_900, at: firstAt },
  ]);
});

test('400 sessions at once spend a wallet to exactly zero, and no deadlock occurs [LEDGER-11]', async () => {
  const driverId = await driverWith(100_000);
  const results = await Promise.allSettled(
    Array.from({ length: 400 }, (_, index) =>
      database.transaction(async (tx) => {
        await wallet.holdFunds(tx, { driverId, reference: `B-RUSH${index}`, amountPaise: 1_000 });
        await wallet.captureHold(tx, `B-RUSH${index}`, {
          taxablePaise: 1_000,
          cgstPaise: 0,
          sgstPaise: 0,
          igstPaise: 0,
          totalPaise: 1_000,
        });
      }),
    ),
  );
  const refused = results.filter((each) => each.status === 'rejected');
  expect(results.length - refused.length).toBe(100);
  expect(refused.every((each) => isRefusal(each.reason, ledgerRefusals, 'balance_short'))).toBe(true);
  expect(await balance(driverId)).toEqual({ freePaise: 0, heldPaise: 0 });
});

test('one hold that is captured and released at the same moment ends in one of the two ways [LEDGER-8]', async () => {
  const price = { taxablePaise: 10_000, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, totalPaise: 10_000 };
  const races = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const driverId = await driverWith(20_000);
      await hold(driverId, `B-RACE${index}`, 10_000);
      // What is held for another session must not pay for this one's second end.
      await hold(driverId, `B-BESIDE${index}`, 10_000);
      return { driverId, reference: `B-RACE${index}` };
    }),
  );
  const outcomes = await Promise.all(
    races.map(async ({ driverId, reference }) => {
      const ends = [capture(reference, price), release(reference), capture(reference, price), release(reference)];
      const won = (await Promise.allSettled(ends)).flatMap(({ status }, index) =>
        status === 'fulfilled' ? [index] : [],
      );
      return { won, ...(await balance(driverId)) };
    }),
  );
  for (const { won, freePaise, heldPaise } of outcomes) {
    expect([won, freePaise]).toEqual(freePaise === 0 ? [[0, 2], 0] : [[1, 3], 10_000]);
    expect(heldPaise).toBe(10_000);
  }
});

test('a release that waits for the bill of its session finds it captured, and releases nothing of another hold [LEDGER-8]', async () => {
  const driverId = await driverWith(20_000);
  await hold(driverId, 'B-PAYS', 10_000);
  await hold(driverId, 'B-BESIDE', 10_000);
  const late = await database.transaction(async (tx) => {
    await wallet.captureHold(tx, 'B-PAYS', {
      taxablePaise: 10_000,
      cgstPaise: 0,
      sgstPaise: 0,
      igstPaise: 0,
      totalPaise: 10_000,
    });
    const released = Promise.allSettled([release('B-PAYS')]);
    await eventually(async () => {
      expect(await countLockWaits(database.$client)).toBe(1);
    });
    return { released };
  });
  expect(await late.released).toMatchObject([{ reason: { message: expect.stringContaining('was captured') } }]);
  expect(await balance(driverId)).toEqual({ freePaise: 0, heldPaise: 10_000 });
});

type Step = { task: 'top up' | 'hold' | 'capture' | 'release' | 'adjust'; paise: number; pick: number };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    task: fc.constantFrom('top up', 'hold', 'capture', 'release', 'adjust'),
    paise: fc.integer({ min: 1, max: 5_000 }),
    pick: fc.nat(9),
  }),
  { maxLength: 25, size: 'max' },
);

test('in whatever order things are done, no paisa is lost or added and no driver falls below zero [LEDGER-12]', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      run += 1;
      const driverId = await driverWith(0);
      const model = { free: 0, uncollected: 0, open: new Map<string, number>() };
      for (const [index, { task, paise, pick }] of sequence.entries()) {
        const reference = [...model.open.keys()][pick % Math.max(model.open.size, 1)];
        const held = model.open.get(reference ?? '') ?? 0;
        if (task === 'top up') {
          await topUp(driverId, paise);
          model.free += paise;
        } else if (task === 'hold') {
          const name = `B-${run}-${index}`;
          const done = await hold(driverId, name, paise).then(
            () => true,
            (error: unknown) => {
              if (!isRefusal(error, ledgerRefusals, 'balance_short')) throw error;
              return false;
            },
          );
          expect(done).toBe(paise <= model.free);
          if (!done) continue;
          model.free -= paise;
          model.open.set(name, paise);
        } else if (task === 'adjust') {
          const correction = {
            driverId,
            reference: `B-${run}`,
            key: String(index),
            direction: pick % 2 ? 'up' : 'down',
          } as const;
          await database.transaction((tx) => wallet.adjustCapture(tx, { ...correction, difference: priceOf(paise) }));
          const total = priceOf(paise).totalPaise;
          const toCompany = pick % 2 ? Math.min(0, model.free - total) : Math.min(model.uncollected, total);
          model.uncollected -= toCompany;
          model.free += (pick % 2 ? -total : total) - toCompany;
        } else if (reference !== undefined) {
          const price = task === 'capture' ? priceOf(paise) : priceOf(0);
          if (task === 'capture') await capture(reference, price);
          else await release(reference);
          model.free = Math.max(0, model.free + held - price.totalPaise);
          model.open.delete(reference);
        }
      }
      const heldPaise = [...model.open.values()].reduce((sum, each) => sum + each, 0);
      expect(await balance(driverId)).toEqual({ freePaise: model.free, heldPaise });
    }),
    { numRuns: 40 },
  );
  expect(await problems()).toEqual([]);
});

test('a session at a free station is held, billed and released without moving money', async () => {
  const driverId = await driverWith(10_000);
  await hold(driverId, 'B-FREE', 0);
  await capture('B-FREE', priceOf(0));
  await hold(driverId, 'B-FREE-2', 0);
  await release('B-FREE-2');
  expect(await balance(driverId)).toEqual({ freePaise: 10_000, heldPaise: 0 });
  expect(await problems()).toEqual([]);
});
