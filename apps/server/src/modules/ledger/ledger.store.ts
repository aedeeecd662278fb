import { eq, inArray, isNull, and, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from './ledger.tables.ts';
import { accountOf, storedAccount, storedTransfer, transferOf } from './stored-kinds.ts';
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
  const locked = await selectForUpdate(tx, driverId);
  if (locked.length === 2) return locked;
  await tx
    .insert(ledgerAccounts)
    .values([
      { kind: 'wallet', driverId, balancePaise: 0 },
      { kind: 'held', driverId, balancePaise: 0 },
    ])
    .onConflictDoNothing();
  return selectForUpdate(tx, driverId);
}

async function selectForUpdate(tx: Tx, driverId: number): Promise<OwnedAccount[]> {
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

/** Ids of the company's accounts by kind, made when new. They are never locked. */
export async function companyAccountIds(tx: Tx, kinds: CompanyAccount['kind'][]): Promise<Map<string, number>> {
  if (kinds.length === 0) return new Map();
  const found = await selectCompany(tx, kinds);
  if (found.size === kinds.length) return found;
  await tx
    .insert(ledgerAccounts)
    .values(kinds.map((kind) => ({ kind: storedAccount(kind) })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1)))
    .onConflictDoNothing();
  return selectCompany(tx, kinds);
}

async function selectCompany(tx: Tx, kinds: CompanyAccount['kind'][]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: ledgerAccounts.id, kind: ledgerAccounts.kind })
    .from(ledgerAccounts)
    .where(and(inArray(ledgerAccounts.kind, kinds.map(storedAccount)), isNull(ledgerAccounts.driverId)));
  return new Map(rows.map((row) => [accountOf(row.kind), row.id]));
}

export interface StoredTransfer {
  id: number;
  kind: Transfer['kind'];
  reference: string;
  lines: Line[];
}

export async function findTransfer(tx: Tx, idempotencyKey: string): Promise<StoredTransfer | undefined> {
  const rows = await tx
    .select({
      id: ledgerTransfers.id,
      kind: ledgerTransfers.kind,
      reference: ledgerTransfers.reference,
      accountKind: ledgerAccounts.kind,
      driverId: ledgerAccounts.driverId,
      amountPaise: ledgerEntries.amountPaise,
    })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerTransfers.idempotencyKey, idempotencyKey));
  const [first] = rows;
  if (!first) return undefined;
  const lines = rows.map(({ accountKind, driverId, amountPaise }) => ({
    account: { kind: accountOf(accountKind), ...(driverId !== null && { driverId }) } as Line['account'],
    amountPaise,
  }));
  return { id: first.id, kind: transferOf(first.kind), reference: first.reference, lines };
}

export interface Entry {
  accountId: number;
  amountPaise: number;
  /** Both null for accounts of the company. */
  balancePaise: number | null;
  accountVersion: number | null;
}

/** Writes a transfer with its entries, and the balances that follow from them. */
export async function writeTransfer(tx: Tx, transfer: Omit<Transfer, 'lines'>, entries: Entry[]): Promise<number> {
  const [written] = await tx
    .insert(ledgerTransfers)
    .values({ ...transfer, kind: storedTransfer(transfer.kind) })
    .returning({ id: ledgerTransfers.id });
  if (!written) throw new Error('The transfer just written is not there.');
  await tx.insert(ledgerEntries).values(entries.map((entry) => ({ ...entry, transferId: written.id })));
  for (const entry of entries) {
    if (entry.accountVersion === null) continue;
    await tx
      .update(ledgerAccounts)
      .set({ balancePaise: entry.balancePaise, version: entry.accountVersion })
      .where(eq(ledgerAccounts.id, entry.accountId));
  }
  return written.id;
}

/** What the transfers of one kind under a reference moved, summed up by account kind. */
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
    transfer: transferOf(transfer),
    account: accountOf(account),
    paise,
  }));
}
