import { eq, sql } from 'drizzle-orm';
import { isAnyOf } from '#db/any-of.ts';
import type { Tx } from '#db/database.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from './ledger.tables.ts';
import { accountKindOf, storedAccount, storedTransfer, transferKindOf } from './stored-kinds.ts';
import type { CompanyAccount, Line, Transfer } from './transfer.ts';

export interface OwnedAccount {
  id: number;
  kind: 'wallet' | 'held';
  driverId: number;
  balancePaise: number;
  version: number;
}

/**
 * Both accounts of a driver, made when new, locked until the transaction ends. Always both and in id order, so that no
 * two transactions of a driver wait for each other; FOR NO KEY UPDATE, so that inserting entries does not wait either.
 */
export async function lockDriverAccounts(tx: Tx, driverId: number): Promise<OwnedAccount[]> {
  const locked = await lockAccountsOf(tx, driverId);
  if (locked.length === 2) return locked;
  await tx
    .insert(ledgerAccounts)
    .values([
      { kind: 'wallet', driverId, balancePaise: 0 },
      { kind: 'held', driverId, balancePaise: 0 },
    ])
    .onConflictDoNothing();
  return lockAccountsOf(tx, driverId);
}

async function lockAccountsOf(tx: Tx, driverId: number): Promise<OwnedAccount[]> {
  const rows = await tx
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.driverId, driverId))
    .orderBy(ledgerAccounts.id)
    .for('no key update');
  return rows as OwnedAccount[];
}

/** Balances of a driver's accounts by kind; empty before the first movement. */
export async function balancesOf(tx: Tx, driverId: number): Promise<Map<string, number>> {
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

/** A transfer to be written. */
export interface NewTransfer {
  transfer: Omit<Transfer, 'lines'>;
  entries: Entry[];
}

/** An entry on a driver's account with the new balance, or on a company account of a kind. */
export type Entry = { amountPaise: number } & (
  | { accountId: number; balancePaise: number; accountVersion: number }
  | { companyKind: CompanyAccount['kind'] }
);

/** Makes the accounts of the company that these transfers move and that are new. They are never locked. */
export async function insertMissingCompanyAccounts(tx: Tx, transfers: NewTransfer[]): Promise<void> {
  const entries = transfers.flatMap((one) => one.entries);
  const kinds = new Set(entries.flatMap((entry) => ('companyKind' in entry ? storedAccount(entry.companyKind) : [])));
  if (kinds.size === 0) return;
  await tx
    .insert(ledgerAccounts)
    .values([...kinds].toSorted().map((kind) => ({ kind })))
    .onConflictDoNothing();
}

/**
 * Writes transfers with their entries, and the balances that follow from them, in one statement. Writes nothing and answers false
 * where one of their keys was used before, or an account of the company is missing.
 */
export async function insertTransfers(tx: Tx, transfers: NewTransfer[]): Promise<boolean> {
  const column = <T>(read: (one: NewTransfer['transfer']) => T) =>
    sql.param(transfers.map(({ transfer }) => read(transfer)));
  const entries = transfers.flatMap(({ transfer: { idempotencyKey: key }, entries: own }) =>
    own.map((entry) => ({ key, entry })),
  );
  const owned = entries.flatMap(({ entry }) => ('accountId' in entry ? entry : []));
  // If several entries change an account, the last balance counts.
  const balances = [...new Map(owned.map((entry) => [entry.accountId, entry])).values()];
  const ofEntry = <T>(read: (entry: Entry) => T) => sql.param(entries.map(({ entry }) => read(entry)));
  const keys = column((one) => one.idempotencyKey);
  const { rowCount } = await tx.execute(sql`
    with entry as (
      select e.key, e.amount, e.balance, e.version, coalesce(e.account, a.id) as account
      from unnest(${sql.param(entries.map(({ key }) => key))}::text[], ${ofEntry((one) => ('accountId' in one ? one.accountId : null))}::bigint[],
          ${ofEntry((one) => ('companyKind' in one ? storedAccount(one.companyKind) : null))}::text[], ${ofEntry((one) => one.amountPaise)}::bigint[],
          ${ofEntry((one) => ('accountId' in one ? one.balancePaise : null))}::bigint[],
          ${ofEntry((one) => ('accountId' in one ? one.accountVersion : null))}::int[])
        with ordinality as e (key, account, company, amount, balance, version, place)
      left join ${ledgerAccounts} a on a.kind = e.company and a.driver_id is null
      order by e.place
    ), transfer as (
      insert into ${ledgerTransfers} (idempotency_key, kind, reference, at)
      select * from unnest(${keys}::text[], ${column((one) => storedTransfer(one.kind))}::text[],
        ${column((one) => one.reference)}::text[], ${column((one) => one.at.toISOString())}::timestamptz[])
      where not exists (select from entry where account is null)
        and not exists (select from ${ledgerTransfers} where idempotency_key = any(${keys}))
      returning id, idempotency_key as key
    ), moved as (
      insert into ${ledgerEntries} (transfer_id, account_id, amount_paise, balance_paise, account_version)
      select t.id, e.account, e.amount, e.balance, e.version from entry e join transfer t using (key)
    ), balanced as (
      update ${ledgerAccounts} a set balance_paise = b.balance, version = b.version
      from unnest(${sql.param(balances.map((one) => one.accountId))}::bigint[], ${sql.param(balances.map((one) => one.balancePaise))}::bigint[],
        ${sql.param(balances.map((one) => one.accountVersion))}::int[]) as b (id, balance, version)
      where a.id = b.id and exists (select from transfer)
    )
    select from transfer`);
  return rowCount === transfers.length;
}

/** The sums by account kind of the transfers of one kind under a reference. */
export async function movedByReference(
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
