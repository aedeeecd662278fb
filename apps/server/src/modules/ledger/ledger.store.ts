import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { arrayOf, fixedStatement } from '#db/statements/fixed-statement.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from './ledger.tables.ts';
import { accountKindOf, storedAccount, storedTransfer, transferKindOf } from './stored-kinds.ts';
import { isDriverAccount, type Line, type Transfer } from './transfer.ts';

/**
 * Locks both accounts of a driver until the transaction ends, and inserts them if they are missing. It always locks
 * both, in the order of their ids, so that two transactions of a driver cannot deadlock. FOR NO KEY UPDATE lets others
 * insert entries meanwhile.
 */
export async function lockDriverAccounts(tx: Tx, driverId: number): Promise<void> {
  if ((await lockAccountsOf(tx, driverId)) === 2) return;
  await tx
    .insert(ledgerAccounts)
    .values([
      { kind: 'wallet', driverId, balancePaise: 0 },
      { kind: 'held', driverId, balancePaise: 0 },
    ])
    .onConflictDoNothing();
  await lockAccountsOf(tx, driverId);
}

/** Returns how many there are. */
async function lockAccountsOf(tx: Tx, driverId: number): Promise<number> {
  const rows = await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.driverId, driverId))
    .orderBy(ledgerAccounts.id)
    .for('no key update');
  return rows.length;
}

/** Balances of a driver's accounts by kind; empty before the first movement. */
export async function listBalances(tx: Tx, driverId: number): Promise<Map<string, number>> {
  const rows = await tx
    .select({ kind: ledgerAccounts.kind, paise: ledgerAccounts.balancePaise })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.driverId, driverId));
  return new Map(rows.map((row) => [row.kind, row.paise ?? 0]));
}

export interface StoredTransfer {
  id: number;
  kind: Transfer['kind'];
  reference: string;
  lines: Line[];
}

/** The transfers that were posted under these keys, by key. */
export async function listTransfers(tx: Tx, idempotencyKeys: string[]): Promise<Map<string, StoredTransfer>> {
  const rows = await tx
    .select({
      id: ledgerTransfers.id,
      idempotencyKey: ledgerTransfers.idempotencyKey,
      kind: ledgerTransfers.kind,
      reference: ledgerTransfers.reference,
      accountKind: ledgerAccounts.kind,
      driverId: ledgerAccounts.driverId,
      amountPaise: ledgerEntries.amountPaise,
    })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(isAnyOf(ledgerTransfers.idempotencyKey, idempotencyKeys));
  const transfers = new Map<string, StoredTransfer>();
  for (const { id, idempotencyKey, kind, reference, accountKind, driverId, amountPaise } of rows) {
    const transfer = transfers.get(idempotencyKey) ?? { id, kind: transferKindOf(kind), reference, lines: [] };
    transfers.set(idempotencyKey, transfer);
    const account = { kind: accountKindOf(accountKind), ...(driverId !== null && { driverId }) } as Line['account'];
    transfer.lines.push({ account, amountPaise });
  }
  return transfers;
}

/** Inserts those accounts of the company that these transfers move and that are missing. They are never locked. */
export async function insertMissingCompanyAccounts(tx: Tx, transfers: Transfer[]): Promise<void> {
  const accounts = transfers.flatMap(({ lines }) => lines.map(({ account }) => account));
  const kinds = new Set(accounts.flatMap((one) => (isDriverAccount(one) ? [] : storedAccount(one.kind))));
  if (kinds.size === 0) return;
  await tx
    .insert(ledgerAccounts)
    .values([...kinds].toSorted().map((kind) => ({ kind })))
    .onConflictDoNothing();
}

const INSERT_TRANSFERS = `
  with owned as (
    select id, kind, driver_id, balance_paise, version from ledger_accounts
    where driver_id = any($1::bigint[])
    order by id for no key update
  ), entry as (
    select l.key, l.place, l.paise, l.is_last, coalesce(o.id, c.id) as account_id,
      o.balance_paise + l.moved_paise as balance_paise, o.version + l.number as version
    from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::int[], $8::boolean[])
        with ordinality as l (key, kind, driver_id, paise, moved_paise, number, is_last, place)
      left join owned o on o.kind = l.kind and o.driver_id = l.driver_id
      left join ledger_accounts c on c.kind = l.kind and c.driver_id is null and l.driver_id is null
  ), transfer as (
    insert into ledger_transfers (idempotency_key, kind, reference, at)
    select * from unnest($9::text[], $10::text[], $11::text[], $12::timestamptz[])
    where not exists (select from entry where account_id is null or balance_paise < 0)
      and not exists (select from ledger_transfers where idempotency_key = any($9::text[]))
    on conflict (idempotency_key) do nothing
    returning id, idempotency_key as key
  ), moved as (
    insert into ledger_entries (transfer_id, account_id, amount_paise, balance_paise, account_version)
    select t.id, e.account_id, e.paise, e.balance_paise, e.version
    from entry e join transfer t using (key) order by e.place
  ), balanced as (
    update ledger_accounts a set balance_paise = e.balance_paise, version = e.version
    from entry e join transfer t using (key)
    where a.id = e.account_id and e.is_last
  )
  select (select count(*)::int from transfer) as written, exists (select from entry where balance_paise < 0) as "isShort"`;

/**
 * Writes transfers with their entries, and the balances that follow from them, in one statement. It locks the accounts
 * of their drivers as `lockDriverAccounts` does. Writes nothing if a driver's account would fall below zero (`short`),
 * if an account is missing, or if one of their keys was used before.
 *
 * All parts see the tables as they were before the statement waited for a lock. The rows that it locks are the newest
 * all the same, and so are those that it changes. A key that was used meanwhile is not seen, so it meets the unique
 * index instead.
 */
export async function insertTransfers(tx: Tx, transfers: Transfer[]): Promise<'written' | 'not written' | 'short'> {
  const entries = entriesOf(transfers);
  const drivers = new Set(entries.flatMap(({ driverId }) => driverId ?? []));
  const { rows } = await tx.execute<{ written: number; isShort: boolean }>(
    fixedStatement(INSERT_TRANSFERS, [
      arrayOf([...drivers]),
      arrayOf(entries.map(({ key }) => key)),
      arrayOf(entries.map(({ kind }) => kind)),
      arrayOf(entries.map(({ driverId }) => driverId)),
      arrayOf(entries.map(({ paise }) => paise)),
      arrayOf(entries.map(({ movedPaise }) => movedPaise)),
      arrayOf(entries.map(({ number }) => number)),
      arrayOf(entries.map(({ isLast }) => isLast)),
      arrayOf(transfers.map(({ idempotencyKey }) => idempotencyKey)),
      arrayOf(transfers.map(({ kind }) => storedTransfer(kind))),
      arrayOf(transfers.map(({ reference }) => reference)),
      arrayOf(transfers.map(({ at }) => at.toISOString())),
    ]),
  );
  const [{ written = 0, isShort = false } = {}] = rows;
  if (written === transfers.length) return 'written';
  // The transaction must not keep some of them.
  if (written > 0) throw new Error('A key was used by another transaction meanwhile.');
  return isShort ? 'short' : 'not written';
}

interface Entry {
  key: string;
  kind: string;
  driverId: number | null;
  paise: number;
  /**
   * For drivers' accounts: the sum of these transfers in the account so far, the position of the entry among theirs,
   * and whether it is their last.
   */
  movedPaise: number | null;
  number: number | null;
  isLast: boolean;
}

function entriesOf(transfers: Transfer[]): Entry[] {
  const entries: Entry[] = [];
  const lasts = new Map<string, Entry>();
  for (const { idempotencyKey: key, lines } of transfers) {
    for (const { account, amountPaise: paise } of lines) {
      const kind = storedAccount(account.kind);
      if (!isDriverAccount(account)) {
        entries.push({ key, kind, driverId: null, paise, movedPaise: null, number: null, isLast: false });
        continue;
      }
      const { driverId } = account;
      const name = `${kind} ${driverId}`;
      const before = lasts.get(name);
      if (before) before.isLast = false;
      const movedPaise = (before?.movedPaise ?? 0) + paise;
      const entry = { key, kind, driverId, paise, movedPaise, number: (before?.number ?? 0) + 1, isLast: true };
      lasts.set(name, entry);
      entries.push(entry);
    }
  }
  return entries;
}

/** What the transfers under a reference have moved, summed by kind of transfer and kind of account. */
export async function listMovedByReference(
  tx: Tx,
  reference: string,
): Promise<{ transfer: Transfer['kind']; account: Line['account']['kind']; paise: number }[]> {
  const rows = await tx
    .select({
      transfer: ledgerTransfers.kind,
      account: ledgerAccounts.kind,
      paise: sql`sum(${ledgerEntries.amountPaise})`.mapWith(Number),
    })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerTransfers.reference, reference))
    .groupBy(ledgerTransfers.kind, ledgerAccounts.kind);
  return rows.map(({ transfer, account, paise }) => ({
    transfer: transferKindOf(transfer),
    account: accountKindOf(account),
    paise,
  }));
}
