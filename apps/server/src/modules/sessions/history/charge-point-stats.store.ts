import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { sessions } from '../sessions.tables.ts';
import { hasDeliveredEnergy } from './history.store.ts';

/** The record of a charge point over a period, from our own sessions. */
export interface ChargePointRecord {
  chargePointId: string;
  /**
   * `attempts`: ended sessions, without those that never began through no fault of the charge point. `startedCount`:
   * those of them that began. `soundCount`: those of these that the charge point did not cut short.
   */
  attempts: number;
  startedCount: number;
  soundCount: number;
  /** `measuredCount`: sessions whose power is known. The power is the median of their best ten minutes. */
  measuredCount: number;
  typicalW: number | null;
  /** Sessions that delivered energy, the end of the latest of them, and their median duration. */
  chargedCount: number;
  lastAt: Date | null;
  typicalSeconds: number | null;
}

/** End reasons of starts that failed through no fault of the charge point. */
const BLAMELESS_ENDS = ['start_cancelled', 'start_interrupted'];
/** End reason of a start for which no cable was plugged in. */
const TIMED_OUT = 'start_timed_out';
/** End reasons that mean that the charge point or its link failed. */
const FAILED_ENDS = ['PowerLoss', 'HardReset', 'SoftReset', 'Reboot', 'charge_forgotten', 'link_lost'];

/** Only this many of a charge point's latest sessions are read. More would hardly change a figure. */
const MAX_LATEST_SESSIONS = 1000;

/** One record for each of these charge points that has had a session since `since`. */
export async function listChargePointRecords(
  tx: Tx,
  chargePointIds: string[],
  since: Date,
): Promise<ChargePointRecord[]> {
  const latest = tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.chargePointId, sql`asked.id`), gte(sessions.createdAt, since)))
    .orderBy(desc(sessions.createdAt))
    .limit(MAX_LATEST_SESSIONS)
    .as('latest');
  const { state, endReason, endedAt, startedAt, bestPowerW, isProvisional, connectorStatus } = latest;
  const reason = sql`coalesce(${endReason}, '')`;
  const isBlameless = sql`${inArray(reason, BLAMELESS_ENDS)}
    or (${reason} = ${TIMED_OUT} and ${connectorStatus} is distinct from 'Preparing')`;
  const tried = sql`${endedAt} is not null and not (${state} = 'failed' and (${isBlameless}))`;
  const started = sql`${endedAt} is not null and ${state} = 'completed'`;
  const sound = sql`${state} = 'completed' and not ${isProvisional} and not ${inArray(reason, FAILED_ENDS)}
    and ${connectorStatus} is distinct from 'Faulted'`;
  const charged = hasDeliveredEnergy(latest);
  const seconds = sql`extract(epoch from ${endedAt} - ${startedAt})`;
  return tx
    .select({
      chargePointId: latest.chargePointId,
      attempts: sql<number>`(count(*) filter (where ${tried}))::int`,
      startedCount: sql<number>`(count(*) filter (where ${started}))::int`,
      soundCount: sql<number>`(count(*) filter (where ${sound}))::int`,
      measuredCount: sql<number>`count(${bestPowerW})::int`,
      typicalW: sql<number | null>`percentile_cont(0.5) within group (order by ${bestPowerW})`,
      chargedCount: sql<number>`(count(*) filter (where ${charged}))::int`,
      lastAt: sql<Date | null>`max(${endedAt}) filter (where ${charged})`.mapWith(endedAt),
      typicalSeconds: sql<number | null>`(percentile_cont(0.5) within group (order by ${seconds})
        filter (where ${charged}))::float8`,
    })
    .from(sql`unnest(${sql.param(chargePointIds)}::text[]) as asked(id)`)
    .crossJoinLateral(latest)
    .groupBy(latest.chargePointId);
}
