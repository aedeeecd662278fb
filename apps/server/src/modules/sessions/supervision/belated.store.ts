import { and, eq, gt, gte, lte, max, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { Session } from '../sessions.store.ts';
import { meterSamples, sessions } from '../sessions.tables.ts';

/** A session that was reported late, when another had its connector, and that has no StopTransaction yet. */
export interface BelatedSession {
  bookingId: string;
  chargePointId: string;
  lastSampleAt: Date;
}

/**
 * True if a session was closed at its start because it is belated, and has not been billed. A belated session that was
 * billed ends at its last sample.
 */
export function isUnbilledBelated({ startedAt, endedAt, isProvisional }: Session): boolean {
  return isProvisional && endedAt?.getTime() === startedAt?.getTime();
}

/** The same, of a row. */
const unbilledBelated = and(sql`${sessions.isProvisional}`, eq(sessions.endedAt, sessions.startedAt));

/** Charge points may report weeks late. Older sessions were checked often enough. */
const LOOK_BACK_MS = 60 * DAY_MS;

/** Unbilled belated sessions with samples that were reported before a moment. */
export async function listBelated(tx: Tx, before: Date): Promise<BelatedSession[]> {
  const { bookingId, chargePointId, transactionId, startedAt, endedAt, createdAt } = sessions;
  const since = new Date(before.getTime() - LOOK_BACK_MS);
  const rows = await tx
    .select({ bookingId, chargePointId, lastSampleAt: max(meterSamples.sampledAt) })
    .from(sessions)
    .innerJoin(meterSamples, eq(meterSamples.transactionId, transactionId))
    .where(and(unbilledBelated, gte(endedAt, since), lte(createdAt, before), gt(meterSamples.sampledAt, startedAt)))
    .groupBy(bookingId, chargePointId);
  return rows.flatMap(({ lastSampleAt, ...row }) => (lastSampleAt ? [{ ...row, lastSampleAt }] : []));
}
