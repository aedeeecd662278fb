import { createHash } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database, Tx } from '#db/database.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import {
  ALL_ROWS,
  scopeOfChanges,
  type LedgerCheckPart,
  type LedgerEnd,
  type CheckedUntil,
} from './ledger-part.store.ts';
import { ledgerCheckpoints } from './ledger.tables.ts';

/** Clocks of nodes differ by less, and no transaction takes so long. */
const MARGIN_MS = HOUR_MS;

export type LedgerCheckpoint = typeof ledgerCheckpoints.$inferSelect;
type Position = Pick<LedgerCheckpoint, 'transferId' | 'entryId' | 'checkedAt' | 'totals'>;

/** The newest checkpoint of these same checks. Those of other releases may have checked less. */
export async function findCheckpoint(tx: Tx, checks: string): Promise<LedgerCheckpoint | undefined> {
  const [checkpoint] = await tx
    .select()
    .from(ledgerCheckpoints)
    .where(eq(ledgerCheckpoints.checks, checks))
    .orderBy(desc(ledgerCheckpoints.id))
    .limit(1);
  return checkpoint;
}

/** When the ledger was last found in order. */
export async function findLastCheckpointAt(tx: Tx): Promise<Date | undefined> {
  const [checkpoint] = await tx
    .select({ checkedAt: ledgerCheckpoints.checkedAt })
    .from(ledgerCheckpoints)
    .orderBy(desc(ledgerCheckpoints.id))
    .limit(1);
  return checkpoint?.checkedAt;
}

export async function insertCheckpoint(tx: Tx, checkpoint: typeof ledgerCheckpoints.$inferInsert): Promise<void> {
  await tx.insert(ledgerCheckpoints).values(checkpoint);
}

/** A text that changes with any of these checks. */
export function checkVersionOf(parts: readonly LedgerCheckPart[]): string {
  const dialect = new PgDialect();
  const since: CheckedUntil = { transferId: 0, entryId: 0, at: new Date(0), totals: {} };
  const texts = parts.flatMap((part) =>
    [
      ...part.problems(ALL_ROWS),
      ...part.problems(scopeOfChanges([], since)),
      ...(part.changed ? [part.changed(since)] : []),
      ...(part.totals ? [part.totals(since)] : []),
    ].map((query) => dialect.sqlToQuery(query).sql),
  );
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12);
}

/** For sorting and joining whole tables, until the transaction ends. */
export async function setWorkMemory(tx: Tx): Promise<void> {
  await tx.execute(sql`set local work_mem = '64MB'`);
}

/** The last transfer and entry of the ledger. */
export async function findLedgerEnd(database: Database): Promise<LedgerEnd> {
  const { rows } = await database.execute<{ transfer: string | null; entry: string | null }>(
    sql`select (select max(id) from ledger_transfers) as transfer, (select max(id) from ledger_entries) as entry`,
  );
  return { transferId: Number(rows[0]?.transfer ?? 0), entryId: Number(rows[0]?.entry ?? 0) };
}

/** The transactions under way that may have written to the ledger. */
export async function listWriters(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ writer: string }>(sql`
    select distinct virtualtransaction as writer from pg_locks
    where database = (select oid from pg_database where datname = current_database())
      and relation in ('ledger_transfers'::regclass, 'ledger_entries'::regclass) and mode = 'RowExclusiveLock'`);
  return rows.map(({ writer }) => writer);
}

/** Number of later transfers. */
export async function countTransfersAfter(tx: Tx, transferId: number): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ledger_transfers where id > ${transferId}`,
  );
  return rows[0]?.count ?? 0;
}

/** A checkpoint as one of its parts sees it. */
export function checkedUntilOf(
  { transferId, entryId, checkedAt, totals }: Position,
  part: LedgerCheckPart,
): CheckedUntil {
  return { transferId, entryId, at: new Date(checkedAt.getTime() - MARGIN_MS), totals: totals[part.name] ?? {} };
}

/** Each reference of a newer transfer, or of what may have changed without one. */
export async function listChangedReferences(
  tx: Tx,
  checkpoint: Position,
  parts: readonly LedgerCheckPart[],
): Promise<string[]> {
  const moved = sql`select reference from ledger_transfers where id > ${checkpoint.transferId}`;
  const changed = parts.flatMap((part) => part.changed?.(checkedUntilOf(checkpoint, part)) ?? []);
  const { rows } = await tx.execute<{ reference: string }>(sql.join([moved, ...changed], sql` union `));
  return rows.map(({ reference }) => reference);
}

/** The totals of each part for a checkpoint, by the part's name. */
export async function readTotals(
  tx: Tx,
  parts: readonly LedgerCheckPart[],
  end: LedgerEnd,
): Promise<LedgerCheckpoint['totals']> {
  const totals: LedgerCheckpoint['totals'] = {};
  for (const part of parts) {
    if (!part.totals) continue;
    const { rows } = await tx.execute<{ totals: Record<string, number> }>(part.totals(end));
    totals[part.name] = rows[0]?.totals ?? {};
  }
  return totals;
}
