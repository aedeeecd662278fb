import type { Database } from '#db/database.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { createRecentCache } from '#kernel/recent-cache.ts';
import type { Availability } from '#modules/availability/index.ts';
import type { ChargePointStats } from '#modules/discovery/index.ts';
import { listChargePointRecords } from './charge-point-stats.store.ts';
import { statsFromRecord } from './stats-from-record.ts';

const LOOK_BACK_MS = 30 * DAY_MS;

/**
 * How long stats are cached. An open page asks again whenever something changes at the station, but these stats
 * change slowly.
 */
const STATS_TTL_MS = MINUTE_MS;
/** How many charge points' stats are cached. */
const MAX_CHARGE_POINTS = 20_000;

/** Statistics of charge points by id, each at most a minute old. */
export function createChargePointStats(database: Database, availability: Pick<Availability, 'listUptimes'>) {
  const cache = createRecentCache<string, { stats: ChargePointStats; atMs: number }>(MAX_CHARGE_POINTS);

  return async (chargePointIds: string[], now: Date): Promise<Map<string, ChargePointStats>> => {
    const atMs = now.getTime();
    const stale = chargePointIds.filter((id) => atMs - (cache.get(id)?.atMs ?? 0) >= STATS_TTL_MS);
    if (stale.length > 0) {
      const since = new Date(atMs - LOOK_BACK_MS);
      const records = new Map(
        (await listChargePointRecords(database, stale, since)).map((one) => [one.chargePointId, one]),
      );
      const uptimes = await availability.listUptimes(stale, since, now);
      const uptimeOf = new Map(uptimes.map((one) => [one.chargePointId, one]));
      for (const id of stale) cache.set(id, { stats: statsFromRecord(records.get(id), uptimeOf.get(id)), atMs });
    }
    return new Map(chargePointIds.map((id) => [id, cache.get(id)?.stats ?? {}]));
  };
}
