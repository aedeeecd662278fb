import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { sessions } from './charging.tables.ts';
import type { Session } from './charging.store.ts';

/** The longest time that is counted; a column holds no more than 24 days. */
const LONGEST_MS = 86_400_000;

/** A charger's link is down: its charges know since when. Answers those that are not over. */
export async function noteLost(tx: Tx, chargerId: string, at: Date): Promise<Session[]> {
  const open = and(eq(sessions.chargerId, chargerId), isNull(sessions.endedAt), isNull(sessions.linkLostAt));
  return (await tx.update(sessions).set({ linkLostAt: at }).where(open).returning()) as Session[];
}

/** It stands again: its charges count how long it was down. Answers those that are not over. */
export async function noteBack(tx: Tx, chargerId: string, at: Date): Promise<Session[]> {
  const lost = and(eq(sessions.chargerId, chargerId), isNull(sessions.endedAt), isNotNull(sessions.linkLostAt));
  const downMs = sql`extract(epoch from ${at}::timestamptz - ${sessions.linkLostAt}) * 1000`;
  const linkDownMs = sql`least(${sessions.linkDownMs} + greatest(${downMs}, 0), ${LONGEST_MS})::int`;
  return (await tx.update(sessions).set({ linkDownMs, linkLostAt: null }).where(lost).returning()) as Session[];
}

/**
 * The server has just started and holds no link. Where it ended without a word, links are taken for lost since the last that
 * is known of each charge.
 */
export async function noteAllLost(tx: Tx, now: Date): Promise<void> {
  const { createdAt, startedAt, sampledAt, stopRequestedAt } = sessions;
  const lastKnown = sql`greatest(${createdAt}, ${startedAt}, ${sampledAt}, ${stopRequestedAt})`;
  await tx
    .update(sessions)
    .set({ linkLostAt: sql`least(${lastKnown}, ${now}::timestamptz)` })
    .where(and(isNull(sessions.endedAt), isNull(sessions.linkLostAt)));
}
