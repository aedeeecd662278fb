import { LRUCache } from 'lru-cache';
import type { Database } from '#db/database.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import type { ChargePointFigures } from '#modules/discovery/index.ts';
import { recordsOf, type ChargePointRecord } from './charge-point-figures.store.ts';

const LOOK_BACK_MS = 30 * DAY_MS;
/** Fewer say nothing: one driver's bad day is no figure. */
const MIN_SESSIONS = 5;

/** A page that is open asks whenever something there changes; so often nothing else of it does. */
const FIGURES_TTL_MS = MINUTE_MS;
/** Charge points whose figures are kept at hand. */
const MAX_CHARGE_POINTS = 20_000;

/** Figures of charge points by id, each at most a minute old. */
export function createChargePointFigures(database: Database) {
  const cache = new LRUCache<string, { figures: ChargePointFigures; atMs: number }>({ max: MAX_CHARGE_POINTS });

  return async (chargePointIds: string[], now: Date): Promise<Map<string, ChargePointFigures>> => {
    const atMs = now.getTime();
    const stale = chargePointIds.filter((id) => atMs - (cache.get(id)?.atMs ?? 0) >= FIGURES_TTL_MS);
    if (stale.length > 0) {
      const records = await recordsOf(database, stale, new Date(atMs - LOOK_BACK_MS));
      const figures = new Map(records.map((record) => [record.chargePointId, figuresOf(record)]));
      for (const id of stale) cache.set(id, { figures: figures.get(id) ?? {}, atMs });
    }
    return new Map(chargePointIds.map((id) => [id, cache.get(id)?.figures ?? {}]));
  };
}

function figuresOf(record: ChargePointRecord): ChargePointFigures {
  const { tried, sound, measured, typicalW, charged, lastAt, typicalSeconds } = record;
  return {
    ...(measured >= MIN_SESSIONS && typicalW !== null && { typicalW }),
    ...(charged >= MIN_SESSIONS && lastAt && { lastChargeAt: lastAt }),
    ...(charged >= MIN_SESSIONS && typicalSeconds !== null && { typicalMs: typicalSeconds * SECOND_MS }),
    ...(tried >= MIN_SESSIONS && { reliablePercent: Math.floor((100 * sound) / tried) }),
  };
}
