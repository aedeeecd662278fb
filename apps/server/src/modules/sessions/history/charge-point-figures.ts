import { LRUCache } from 'lru-cache';
import type { Database } from '#db/database.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Availability } from '#modules/availability/index.ts';
import type { ChargePointFigures } from '#modules/discovery/index.ts';
import { recordsOf } from './charge-point-figures.store.ts';
import { figuresFromRecord } from './figures-from-record.ts';

const LOOK_BACK_MS = 30 * DAY_MS;

/**
 * How long figures are cached. An open page asks again whenever something changes at the station, but these figures
 * change slowly.
 */
const FIGURES_TTL_MS = MINUTE_MS;
/** How many charge points' figures are cached. */
const MAX_CHARGE_POINTS = 20_000;

/** Figures of charge points by id, each at most a minute old. */
export function createChargePointFigures(database: Database, availability: Pick<Availability, 'uptimesOf'>) {
  const cache = new LRUCache<string, { figures: ChargePointFigures; atMs: number }>({ max: MAX_CHARGE_POINTS });

  return async (chargePointIds: string[], now: Date): Promise<Map<string, ChargePointFigures>> => {
    const atMs = now.getTime();
    const stale = chargePointIds.filter((id) => atMs - (cache.get(id)?.atMs ?? 0) >= FIGURES_TTL_MS);
    if (stale.length > 0) {
      const since = new Date(atMs - LOOK_BACK_MS);
      const records = new Map((await recordsOf(database, stale, since)).map((one) => [one.chargePointId, one]));
      const uptimes = await availability.uptimesOf(stale, since, now);
      const uptimeOf = new Map(uptimes.map((one) => [one.chargePointId, one]));
      for (const id of stale) cache.set(id, { figures: figuresFromRecord(records.get(id), uptimeOf.get(id)), atMs });
    }
    return new Map(chargePointIds.map((id) => [id, cache.get(id)?.figures ?? {}]));
  };
}
