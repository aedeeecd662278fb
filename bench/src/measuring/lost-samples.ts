import type { Database } from '@bijli/server/db/database';
import type { LoadResult } from '../load/load.ts';

export interface LostSamples {
  acknowledged: number;
  /** Acknowledged samples that are not in meter_samples. */
  lost: number;
  /** Sessions whose row is behind the last acknowledged sample. */
  wrongSessions: number;
}

export async function countLostSamples(
  database: Database,
  acknowledged: LoadResult['acknowledged'],
): Promise<LostSamples> {
  const losses: LostSamples = { acknowledged: 0, lost: 0, wrongSessions: 0 };
  for (const { transactionId, registerWh, at } of acknowledged) {
    const { rows } = await database.$client.query<{ lost: number; behind: boolean }>(
      `select
         (select count(*)::int from unnest($2::float8[]) as sent (ms)
          where not exists (
            select from meter_samples where transaction_id = $1 and sampled_at = to_timestamp(sent.ms / 1000)
          )) as lost,
         (select energy_wh < $3 from charging_sessions where transaction_id = $1) as behind`,
      [transactionId, at, registerWh],
    );
    losses.acknowledged += at.length;
    losses.lost += rows[0]?.lost ?? at.length;
    losses.wrongSessions += rows[0]?.behind === false ? 0 : 1;
  }
  return losses;
}
