import { and, eq, isNull, sql, type AnyColumn } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { Session } from '../sessions.store.ts';
import { sessions } from '../sessions.tables.ts';

/** Maximum time that is counted. The column holds at most 24 days in ms. */
const MAX_DOWN_MS = DAY_MS;

/** Records that a charge point's link is down. Returns its open sessions, also those that had it recorded. */
export async function noteLinkLost(tx: Tx, chargePointId: string, at: Date): Promise<Session[]> {
  const linkLostAt = sql`coalesce(${sessions.linkLostAt}, ${at})`;
  return tx.update(sessions).set({ linkLostAt }).where(isOpenOn(chargePointId)).returning();
}

/**
 * Records that a charge point's link is back, and adds the time that it was down. It cannot have been down for longer
 * than the session exists: after several crashes in a row `noteAllLinksLost` counts the same time again. Returns its
 * open sessions, also those that had it recorded.
 */
export async function noteLinkBack(tx: Tx, chargePointId: string, at: Date): Promise<Session[]> {
  const msSince = (then: AnyColumn) => sql`greatest(extract(epoch from ${at}::timestamptz - ${then}) * 1000, 0)`;
  const downMs = sql`${sessions.pastOutagesMs} + ${msSince(sessions.linkLostAt)}`;
  const pastOutagesMs = sql`least(${downMs}, ${msSince(sessions.createdAt)}, ${MAX_DOWN_MS})::int`;
  const back = { pastOutagesMs, linkLostAt: null };
  return tx.update(sessions).set(back).where(isOpenOn(chargePointId)).returning();
}

/** Those of these charge points with an open session. */
export async function listChargePointsInSession(tx: Tx, chargePointIds: string[]): Promise<ReadonlySet<string>> {
  const { chargePointId } = sessions;
  const isOpen = and(isAnyOf(chargePointId, chargePointIds), isNull(sessions.endedAt));
  return new Set(
    (await tx.selectDistinct({ chargePointId }).from(sessions).where(isOpen)).map((row) => row.chargePointId),
  );
}

/** All charge points with an open session. */
export async function listAllChargePointsInSession(tx: Tx): Promise<string[]> {
  const { chargePointId } = sessions;
  const rows = await tx.selectDistinct({ chargePointId }).from(sessions).where(isNull(sessions.endedAt));
  return rows.map((row) => row.chargePointId);
}

/** The open sessions of some charge points. */
export async function listOpenOfChargePoints(tx: Tx, chargePointIds: string[]): Promise<Session[]> {
  return tx
    .select()
    .from(sessions)
    .where(and(isAnyOf(sessions.chargePointId, chargePointIds), isNull(sessions.endedAt)));
}

/** Ids of sessions whose row requests a stop. */
export async function listStopping(tx: Tx): Promise<string[]> {
  const isStopping = and(eq(sessions.state, 'stopping'), isNull(sessions.endedAt));
  return (await tx.select({ bookingId: sessions.bookingId }).from(sessions).where(isStopping)).map(
    (row) => row.bookingId,
  );
}

function isOpenOn(chargePointId: string) {
  return and(eq(sessions.chargePointId, chargePointId), isNull(sessions.endedAt));
}

/**
 * Records that these charge points, or all, have no link, because their server has ended or this one has just started.
 * If the server crashed, each link counts as lost since the latest data of its session.
 */
export async function noteAllLinksLost(tx: Tx, now: Date, chargePointIds?: string[]): Promise<void> {
  const { createdAt, startedAt, sampledAt, stopRequestedAt } = sessions;
  const lastKnown = sql`greatest(${createdAt}, ${startedAt}, ${sampledAt}, ${stopRequestedAt})`;
  await tx
    .update(sessions)
    .set({ linkLostAt: sql`least(${lastKnown}, ${now}::timestamptz)` })
    .where(
      and(
        isNull(sessions.endedAt),
        isNull(sessions.linkLostAt),
        chargePointIds && isAnyOf(sessions.chargePointId, chargePointIds),
      ),
    );
}
