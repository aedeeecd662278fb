import { expect, test } from 'vitest';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { countLockWaits, testDatabase } from '#testing/database.ts';
import { eventually } from '#testing/eventually.ts';
import {
  listBalances,
  listTransfers,
  listMovedByReference,
  postTransfer,
  postTransfers,
  type Transfer,
} from './index.ts';

const database = await testDatabase();
const at = new Date('2026-11-20T10:00:00Z');
const posted = (transfer: Transfer) => database.transaction((tx) => postTransfer(tx, transfer));

async function newDriver(mobile: string): Promise<number> {
  const [driver] = await database.insert(drivers).values({ mobile, createdAt: at }).returning();
  return driver?.id ?? 0;
}

function adjustment(driverId: number, idempotencyKey: string, amountPaise: number): Transfer {
  const lines: Transfer['lines'] = [
    { account: { kind: 'wallet', driverId }, amountPaise },
    { account: { kind: 'revenue' }, amountPaise: -amountPaise },
  ];
  return { idempotencyKey, kind: 'adjustment', reference: 'adjusted', at, lines };
}

async function entriesOfWallet(driverId: number) {
  const { rows } = await database.$client.query(
    `select e.amount_paise::int as amount, e.balance_paise::int as balance, e.account_version as version
     from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.driver_id = $1 and a.kind = 'wallet' order by e.id`,
    [driverId],
  );
  return rows;
}

test('a transfer that does not balance, moves fractions or moves nothing is refused [LEDGER-1]', async () => {
  for (const [one, other] of [
    [10, -9],
    [0.5, -0.5],
    [0, 0],
    [Number.MAX_SAFE_INTEGER + 1, -Number.MAX_SAFE_INTEGER - 1],
  ] as const) {
    const lines: Transfer['lines'] = [
      { account: { kind: 'provider:phonepe' }, amountPaise: one },
      { account: { kind: 'revenue' }, amountPaise: other },
    ];
    const odd = posted({ idempotencyKey: `odd:${one}`, kind: 'adjustment', reference: 'odd', at, lines });
    await expect(odd).rejects.toThrow('not the lines of a transfer');
  }
});

test('kinds that had older names are stored with those names, and read with their present ones', async () => {
  const lines: Transfer['lines'] = [
    { account: { kind: 'forfeited' }, amountPaise: 100 },
    { account: { kind: 'refunds_payable' }, amountPaise: 20 },
    { account: { kind: 'uncollected' }, amountPaise: -120 },
  ];
  const transfer: Transfer = { idempotencyKey: 'old', kind: 'forfeiture', reference: 'old', at, lines };
  await posted(transfer);
  await posted(transfer);
  const { rows } = await database.execute(
    `select t.kind, string_agg(a.kind || ' ' || e.amount_paise, ', ' order by a.kind) as lines
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.idempotency_key = 'old' group by t.kind`,
  );
  expect(rows).toEqual([{ kind: 'given_up', lines: 'given_up 100, overrun -120, refunds 20' }]);
  const found = await listTransfers(database, ['old', 'never']);
  expect([...found.keys()]).toEqual(['old']);
  expect(found.get('old')).toMatchObject({ kind: 'forfeiture', lines: expect.arrayContaining(lines) });
  expect(await listMovedByReference(database, 'old')).toContainEqual({
    transfer: 'forfeiture',
    account: 'uncollected',
    paise: -120,
  });
});

test('several transfers at once move the same as one after the other, and those that exist are not repeated', async () => {
  const driverId = await newDriver('9100000077');
  const move = (key: string, amountPaise: number) => adjustment(driverId, key, amountPaise);
  const postedAll = (...transfers: Transfer[]) => database.transaction((tx) => postTransfers(tx, transfers));
  const balance = async () => (await listBalances(database, driverId)).get('wallet');
  await postedAll(move('one', 500), move('two', -200));
  expect(await balance()).toBe(300);
  await postedAll(move('two', -200), move('three', -250), move('one', 500));
  expect(await balance()).toBe(50);
  await expect(postedAll(move('four', 10), move('five', -61))).rejects.toMatchObject({ code: 'balance_short' });
  await expect(postedAll(move('six', 10), move('two', -201))).rejects.toThrow('The key two was used');
  expect(await balance()).toBe(50);
  expect(await entriesOfWallet(driverId)).toEqual([
    { amount: 500, balance: 500, version: 1 },
    { amount: -200, balance: 300, version: 2 },
    { amount: -250, balance: 50, version: 3 },
  ]);
});

test('transfers of one driver that wait for each other continue from the balance, and an equal one is not repeated', async () => {
  const driverId = await newDriver('9100000078');
  const move = (key: string, amountPaise: number) => adjustment(driverId, key, amountPaise);
  await posted(move('w1', 100));
  const waiting = await database.transaction(async (tx) => {
    await postTransfer(tx, move('w2', 50));
    const all = [move('w2', 50), move('w3', -120), move('w4', -31), move('w2', 51)].map(posted);
    const outcomes = Promise.allSettled(all);
    await eventually(async () => {
      expect(await countLockWaits(database.$client)).toBe(all.length);
    });
    return { outcomes };
  });
  const [same, short, , other] = await waiting.outcomes;
  expect(same?.status).toBe('fulfilled');
  expect(other).toMatchObject({ reason: { message: 'The key w2 was used for another transfer.' } });
  const entries = await entriesOfWallet(driverId);
  // Whichever of the two came first left too little for the other.
  const taken = short?.status === 'fulfilled' ? -120 : -31;
  expect(entries).toEqual([
    { amount: 100, balance: 100, version: 1 },
    { amount: 50, balance: 150, version: 2 },
    { amount: taken, balance: 150 + taken, version: 3 },
  ]);
});
