/** A request to stop takes a moment to arrive; the charger delivers on meanwhile. */
const STOP_LATENCY_MS = 250;
/** Without a known power the next sample decides. */
const CLOSE_ENOUGH_WH = 5;

/**
 * In how many milliseconds to ask for the stop, so that the charger ends at what was bought: 0 is now, `undefined` is
 * "wait for the next sample". `sampleAgeMs` is how long ago the energy was measured.
 */
export function stopInMs(
  live: { energyWh: number; limitWh: number; powerW: number | undefined },
  sampleAgeMs: number,
): number | undefined {
  const leftWh = live.limitWh - live.energyWh;
  if (leftWh <= CLOSE_ENOUGH_WH) return 0;
  if (!live.powerW || live.powerW <= 0) return undefined;
  const msToLimit = (leftWh / live.powerW) * 3_600_000;
  return Math.max(0, Math.round(msToLimit - sampleAgeMs - STOP_LATENCY_MS));
}
