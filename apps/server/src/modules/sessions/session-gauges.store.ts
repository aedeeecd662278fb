import { and, asc, gte, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { sessions } from './sessions.tables.ts';

/** Starts and stops take seconds. One that takes longer than this is stuck. */
const STUCK_MS = 15 * MINUTE_MS;
/** A provisional session gets no StopTransaction any more after this. */
const PROVISIONAL_MS = 7 * DAY_MS;

export interface SessionGauges {
  /** Number of open sessions in each state. */
  open: { state: string; count: number }[];
  /** Number of open sessions whose start or stop is stuck. */
  stuck: number;
  /** When the oldest of the recent sessions that still lack a StopTransaction was closed. */
  oldestProvisionalAt: Date | undefined;
}

export async function readSessionGauges(tx: Tx, now: Date): Promise<SessionGauges> {
  const { state, endedAt } = sessions;
  const rows = await tx
    .select({
      state,
      count: sql<number>`count(*)::int`,
      stuck: sql<number>`(count(*) filter (where ${isStuck(now)}))::int`,
    })
    .from(sessions)
    .where(isNull(endedAt))
    .groupBy(state);
  const [oldest] = await tx
    .select({ at: sql<string | null>`min(${endedAt})` })
    .from(sessions)
    .where(isAwaitingStop(now));
  return {
    open: rows.map((row) => ({ state: row.state, count: row.count })),
    stuck: rows.reduce((sum, row) => sum + row.stuck, 0),
    oldestProvisionalAt: oldest?.at ? new Date(oldest.at) : undefined,
  };
}

/** Sessions with a stuck start or stop, and provisional sessions, oldest first. */
export function listWaitingSessions(tx: Tx, now: Date, limit: number) {
  const { bookingId, chargePointId, connector, transactionId, state, createdAt, stopRequestedAt, endedAt } = sessions;
  const since = sql<string>`coalesce(${endedAt}, ${stopRequestedAt}, ${createdAt})`;
  return tx
    .select({ bookingId, chargePointId, connector, transactionId, state, since: since.mapWith(createdAt) })
    .from(sessions)
    .where(or(and(isNull(endedAt), isStuck(now)), isAwaitingStop(now)))
    .orderBy(asc(since))
    .limit(limit);
}

function isStuck(now: Date): SQL {
  const { state, createdAt, stopRequestedAt } = sessions;
  const before = new Date(now.getTime() - STUCK_MS);
  return sql`((${state} in ('held', 'sent', 'accepted') and ${createdAt} < ${before}) or (${state} = 'stopping' and ${stopRequestedAt} < ${before}))`;
}

/** True for a provisional session whose StopTransaction may still come. */
function isAwaitingStop(now: Date): SQL | undefined {
  const { isProvisional, endedAt } = sessions;
  return and(isProvisional, gte(endedAt, new Date(now.getTime() - PROVISIONAL_MS)));
}
