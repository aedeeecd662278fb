import { and, desc, eq, gte, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { MAX_REPEAT_AHEAD_MS, reportedStartAt, type StartReport } from '../charge-points.ts';
import type { BoughtSession, Session } from '../sessions.store.ts';
import { meterSamples, sessions } from '../sessions.tables.ts';

/**
 * Locks the latest session on a token that began at this register, and at this time if the clock is believed. If the
 * clock may be ahead, a session that is not known to have ended.
 */
export async function lockSessionOfStart(tx: Tx, token: string, report: StartReport): Promise<Session | undefined> {
  const { chargePointId, connector, meterStartWh, isClockDoubted, at } = report;
  const startedByClockAhead = and(
    // The stored start may be the time of receipt: then it equals `createdAt`. If the session was requested in the app,
    // `createdAt` is older, so that this cannot be seen.
    or(eq(sessions.startedAt, sessions.createdAt), isNotNull(sessions.oneTimeTag)),
    lt(sessions.startedAt, at),
    gte(sessions.startedAt, new Date(at.getTime() - MAX_REPEAT_AHEAD_MS)),
    or(isNull(sessions.endedAt), sessions.isProvisional),
  );
  const same = and(
    eq(sessions.chargePointId, chargePointId),
    eq(sessions.connector, connector),
    eq(sessions.startedByTag, token),
    eq(sessions.meterStartWh, meterStartWh),
    isClockDoubted ? undefined : or(eq(sessions.startedAt, reportedStartAt(report)), startedByClockAhead),
  );
  return (await tx.select().from(sessions).where(same).orderBy(desc(sessions.startedAt)).limit(1).for('update'))[0];
}

/**
 * True if a token has an open session that began by `startedAt`. The caller has made sure that none of these is on the
 * connector of this start.
 */
export async function hasSessionElsewhere(tx: Tx, token: string, startedAt: Date): Promise<boolean> {
  const goesOn = and(eq(sessions.startedByTag, token), isNull(sessions.endedAt), lte(sessions.startedAt, startedAt));
  return (await tx.select({ bookingId: sessions.bookingId }).from(sessions).where(goesOn).limit(1)).length > 0;
}

/** Locks the open session of a connector. */
export async function lockSessionOfConnector(
  tx: Tx,
  { chargePointId, connector }: Pick<Session, 'chargePointId' | 'connector'>,
): Promise<Session | undefined> {
  const openAtConnector = and(
    eq(sessions.chargePointId, chargePointId),
    eq(sessions.connector, connector),
    isNull(sessions.endedAt),
  );
  return (await tx.select().from(sessions).where(openAtConnector).for('update'))[0];
}

/** Locks the driver's last session on a connector. */
export async function lockLastOfDriver(
  tx: Tx,
  driverId: number,
  { chargePointId, connector }: Pick<Session, 'chargePointId' | 'connector'>,
): Promise<BoughtSession | undefined> {
  const own = and(
    eq(sessions.driverId, driverId),
    eq(sessions.chargePointId, chargePointId),
    eq(sessions.connector, connector),
  );
  const [last] = await tx.select().from(sessions).where(own).orderBy(desc(sessions.createdAt)).limit(1).for('update');
  return last as BoughtSession | undefined;
}

/** Number of sessions in one statement. */
const SESSIONS_BATCH_SIZE = 200;

/** Purges the samples of sessions on the operator's tokens that ended before a time. The sessions stay. */
export async function purgeOperatorTokenSamples(tx: Tx, { before, now }: { before: Date; now: Date }): Promise<void> {
  let purged: number | null;
  do {
    const over = tx
      .select({ bookingId: sessions.bookingId })
      .from(sessions)
      .where(
        sql`${sessions.driverId} is null and ${sessions.samplesPurgedAt} is null and ${sessions.endedAt} <= ${before}`,
      )
      .limit(SESSIONS_BATCH_SIZE);
    const noted = sql`update ${sessions} set samples_purged_at = ${now} where booking_id in ${over} returning transaction_id`;
    const { rows } = await tx.execute<{ sessions: number }>(sql`
      with noted as (${noted}),
        gone as (delete from ${meterSamples} using noted where ${meterSamples.transactionId} = noted.transaction_id)
      select count(*)::int as sessions from noted`);
    purged = rows[0]?.sessions ?? 0;
  } while (purged === SESSIONS_BATCH_SIZE);
}
