import { and, desc, eq, gte, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { rejectedTransactions, sessions } from '../sessions.tables.ts';

export type RejectedTransaction = typeof rejectedTransactions.$inferSelect;

export interface UnconfirmedTransaction {
  chargePointId: string;
  transactionId: number;
  connector: number;
}

const { transactionId, chargePointId, connector, idTag, rejectedAt, lastActiveAt, stoppedAt } = rejectedTransactions;

export async function insertRejected(tx: Tx, rejected: typeof rejectedTransactions.$inferInsert): Promise<void> {
  await tx.insert(rejectedTransactions).values(rejected);
}

/** Locks the row until the transaction ends. */
export async function lockRejected(tx: Tx, id: number): Promise<RejectedTransaction | undefined> {
  const [row] = await tx.select().from(rejectedTransactions).where(eq(transactionId, id)).for('update');
  return row;
}

/** Rejected transactions that a charge point opened with a tag, latest first. */
export async function listRejectedOfTag(tx: Tx, chargePoint: string, tag: string): Promise<RejectedTransaction[]> {
  const ofThis = and(eq(chargePointId, chargePoint), eq(idTag, tag));
  return tx.select().from(rejectedTransactions).where(ofThis).orderBy(desc(transactionId)).for('update');
}

/** Rejected transactions of these charge points that have shown activity since a time and have not stopped. */
export async function listActiveSince(tx: Tx, ids: string[], since: Date): Promise<UnconfirmedTransaction[]> {
  return tx
    .select({ chargePointId, transactionId, connector })
    .from(rejectedTransactions)
    .where(and(isAnyOf(chargePointId, ids), isNull(stoppedAt), gte(lastActiveAt, since)));
}

/** The same for all charge points. */
export async function listAllActiveSince(
  tx: Tx,
  since: Date,
): Promise<Pick<RejectedTransaction, 'chargePointId' | 'transactionId'>[]> {
  return tx
    .select({ chargePointId, transactionId })
    .from(rejectedTransactions)
    .where(and(isNull(stoppedAt), gte(lastActiveAt, since)));
}

/** The latest rejected transaction that began on a connector since a time and has not stopped. */
export async function findLastSince(
  tx: Tx,
  chargePoint: string,
  number: number,
  since: Date,
): Promise<number | undefined> {
  const [row] = await tx
    .select({ transactionId })
    .from(rejectedTransactions)
    .where(and(eq(chargePointId, chargePoint), eq(connector, number), isNull(stoppedAt), gte(rejectedAt, since)))
    .orderBy(desc(transactionId))
    .limit(1);
  return row?.transactionId;
}

export async function changeRejected(
  tx: Tx,
  id: number,
  to: Partial<Pick<RejectedTransaction, 'lastActiveAt' | 'stoppedAt'>>,
): Promise<void> {
  await tx.update(rejectedTransactions).set(to).where(eq(transactionId, id));
}

/**
 * Transactions at these charge points, latest first, whose session was closed provisionally since a time, after a stop
 * was requested.
 */
export async function listUnconfirmedSince(tx: Tx, ids: string[], since: Date): Promise<UnconfirmedTransaction[]> {
  const closed = and(eq(sessions.state, 'completed'), eq(sessions.isProvisional, true), gte(sessions.endedAt, since));
  const rows = await tx
    .select({
      chargePointId: sessions.chargePointId,
      transactionId: sessions.transactionId,
      connector: sessions.connector,
    })
    .from(sessions)
    .where(and(isAnyOf(sessions.chargePointId, ids), closed, isNotNull(sessions.stopCause)))
    .orderBy(desc(sessions.transactionId));
  return rows.flatMap((row) => (row.transactionId === null ? [] : [{ ...row, transactionId: row.transactionId }]));
}

/** Keeps only the latest `max` of a charge point. */
export async function deleteOldestRejected(tx: Tx, chargePoint: string, max: number): Promise<void> {
  const older = tx
    .select({ transactionId })
    .from(rejectedTransactions)
    .where(eq(chargePointId, chargePoint))
    .orderBy(desc(transactionId))
    .offset(max);
  await tx.delete(rejectedTransactions).where(inArray(transactionId, older));
}

export async function purgeRejectedTransactions(tx: Tx, before: Date): Promise<void> {
  await tx.delete(rejectedTransactions).where(lte(rejectedAt, before));
}
