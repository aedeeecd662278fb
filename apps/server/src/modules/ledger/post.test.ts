import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { findTransfer, movedByReference, post, type Transfer } from './index.ts';

const database = await testDatabase();
const at = new Date('2026-11-20T10:00:00Z');
const posted = (transfer: Transfer) => database.transaction((tx) => post(tx, transfer));

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

test('kinds that were written under older names are stored by those, and read back by their own', async () => {
  const lines: Transfer['lines'] = [
    { account: { kind: 'forfeited' }, amountPaise: 100 },
    { account: { kind: 'refunds_payable' }, amountPaise: 20 },
    { account: { kind: 'uncollected' }, amountPaise: -120 },
  ];
  const transfer: Transfer = { idempotencyKey: 'old', kind: 'forfeiture', reference: 'old', at, lines };
  const { transferId } = await posted(transfer);
  expect(await posted(transfer)).toEqual({ transferId });
  const { rows } = await database.execute(
    `select t.kind, string_agg(a.kind || ' ' || e.amount_paise, ', ' order by a.kind) as lines
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.idempotency_key = 'old' group by t.kind`,
  );
  expect(rows).toEqual([{ kind: 'given_up', lines: 'given_up 100, overrun -120, refunds 20' }]);
  const found = await findTransfer(database, 'old');
  expect(found).toMatchObject({ kind: 'forfeiture', lines: expect.arrayContaining(lines) });
  expect(await movedByReference(database, 'old')).toContainEqual({
    transfer: 'forfeiture',
    account: 'uncollected',
    paise: -120,
  });
});
