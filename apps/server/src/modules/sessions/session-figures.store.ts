import { and, asc, gte, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { sessions } from './sessions.tables.ts';

/** A start or a stop takes seconds; what has not come to an end after this is stuck. */
const STUCK_MS = 15 * MINUTE_MS;
/** What was closed without its StopTransaction longer ago will have none. */
const PROVISIONAL_MS = 7 * DAY_MS;

export interface SessionFigures {
  /** Those that are not over, by state. */
  open: { state: string; count: number }[];
  /** Those of them whose start or stop has not come to an end in time. */
  stuck: number;
  /** When the first one of late was closed of which the StopTransaction has not come. */
  oldestProvisionalAt: Date | undefined;
}

export async function readSessionFigures(tx: Tx, now: Date): Promise<SessionFigures> {
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
    .where(isUntold(now));
  return {
    open: rows.map((row) => ({ state: row.state, count: row.count })),
    stuck: rows.reduce((sum, row) => sum + row.stuck, 0),
    oldestProvisionalAt: oldest?.at ? new Date(oldest.at) : undefined,
  };
}

/** Sessions whose start or stop does not come to an end, and those whose end their charge point has not told; the oldest first. */
export function listWaitingSessions(tx: Tx, now: Date, limit: number) {
  const { bookingId, chargePointId, connector, transactionId, state, createdAt, stopRequestedAt, endedAt } = sessions;
  const since = sql<string>`coalesce(${endedAt}, ${stopRequestedAt}, ${createdAt})`;
  return tx
    .select({ bookingId, chargePointId, connector, transactionId, state, since: since.mapWith(createdAt) })
    .from(sessions)
    .where(or(and(isNull(endedAt), isStuck(now)), isUntold(now)))
    .orderBy(asc(since))
    .limit(limit);
}

function isStuck(now: Date): SQL {
  const { state, createdAt, stopRequestedAt } = sessions;
  const before = new Date(now.getTime() - STUCK_MS);
  return sql`((${state} in ('held', 'sent', 'accepted') and ${createdAt} < ${before}) or (${state} = 'stopping' and ${stopRequestedAt} < ${before}))`;
}

/** Closed without its StopTransaction, which may still come. */
function isUntold(now: Date): SQL | undefined {
  const { isProvisional, endedAt } = sessions;
  return and(isProvisional, gte(endedAt, new Date(now.getTime() - PROVISIONAL_MS)));
}
