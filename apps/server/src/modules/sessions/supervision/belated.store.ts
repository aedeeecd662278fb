import { and, eq, gt, gte, lte, max, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { meterSamples, sessions } from '../sessions.tables.ts';

/** A session that was reported late, when another had its connector, and that has no StopTransaction yet. */
export interface BelatedSession {
  bookingId: string;
  chargePointId: string;
  lastSampleAt: Date;
}

/** Charge points may report weeks late. Older sessions were checked often enough. */
const LOOK_BACK_MS = 60 * DAY_MS;

/** Unbilled belated sessions with samples that were reported before a moment. */
export async function listBelated(tx: Tx, before: Date): Promise<BelatedSession[]> {
  const { bookingId, chargePointId, transactionId, startedAt, endedAt, createdAt, isProvisional } = sessions;
  const since = new Date(before.getTime() - LOOK_BACK_MS);
  const rows = await tx
    .select({ bookingId, chargePointId, lastSampleAt: max(meterSamples.sampledAt) })
    .from(sessions)
    .innerJoin(meterSamples, eq(meterSamples.transactionId, transactionId))
    .where(
      and(
        sql`${isProvisional}`,
        gte(endedAt, since),
        eq(endedAt, startedAt),
        lte(createdAt, before),
        gt(meterSamples.sampledAt, startedAt),
      ),
    )
    .groupBy(bookingId, chargePointId);
  return rows.flatMap(({ lastSampleAt, ...row }) => (lastSampleAt ? [{ ...row, lastSampleAt }] : []));
}
