import { and, gte, isNull, sql } from 'drizzle-orm';
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
  const { state, createdAt, stopRequestedAt, endedAt, isProvisional } = sessions;
  const before = new Date(now.getTime() - STUCK_MS);
  const isStuck = sql`(${state} in ('held', 'sent', 'accepted') and ${createdAt} < ${before}) or (${state} = 'stopping' and ${stopRequestedAt} < ${before})`;
  const rows = await tx
    .select({
      state,
      count: sql<number>`count(*)::int`,
      stuck: sql<number>`(count(*) filter (where ${isStuck}))::int`,
    })
    .from(sessions)
    .where(isNull(endedAt))
    .groupBy(state);
  const [oldest] = await tx
    .select({ at: sql<string | null>`min(${endedAt})` })
    .from(sessions)
    .where(and(isProvisional, gte(endedAt, new Date(now.getTime() - PROVISIONAL_MS))));
  return {
    open: rows.map((row) => ({ state: row.state, count: row.count })),
    stuck: rows.reduce((sum, row) => sum + row.stuck, 0),
    oldestProvisionalAt: oldest?.at ? new Date(oldest.at) : undefined,
  };
}
