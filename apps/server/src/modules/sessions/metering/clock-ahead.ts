import { MIN_SPAN_MS, START, type RecentReading, type RecentReadings } from './recent-readings.ts';

/** How far our clock is ahead of the charge point's. */
export function clockAheadMs({ kept }: RecentReadings): number {
  return Math.min(...aheadMsByContext(kept).values());
}

/** How far our clock is ahead of the charge point's, for each reading context. */
export function aheadMsByContext(readings: readonly RecentReading[]): Map<string, number> {
  const kinds = new Map<string, { aheadMs: number; gapMs: number; lastAtMs: number }>();
  for (const { atMs, receivedAtMs, context } of readings) {
    const wayMs = receivedAtMs === undefined ? Number.POSITIVE_INFINITY : receivedAtMs - atMs;
    const kind = kinds.get(context);
    if (!kind) {
      kinds.set(context, { aheadMs: wayMs, gapMs: Number.POSITIVE_INFINITY, lastAtMs: atMs });
      continue;
    }
    kind.aheadMs = Math.min(kind.aheadMs, wayMs);
    if (atMs > kind.lastAtMs) kind.gapMs = Math.min(kind.gapMs, atMs - kind.lastAtMs);
    kind.lastAtMs = atMs;
  }
  const known = Math.min(...Array.from(kinds.values(), ({ aheadMs }) => aheadMs));
  // If only the start is known, its time has to do.
  const min = Number.isFinite(known) ? known : 0;
  const ahead = new Map<string, number>();
  for (const [context, { aheadMs, gapMs }] of kinds) {
    // A delay of more than half an interval is not the network: the time is that of the interval's start.
    const isShifted = context === 'Sample.Periodic' && aheadMs - min >= Math.min(gapMs / 2, MIN_SPAN_MS);
    // If the charge point's clock was ahead, the start was stored with its time of receipt.
    if (context === START) ahead.set(context, Math.max(0, min));
    else if (!isShifted) ahead.set(context, min);
    else if (aheadMs >= min + gapMs && aheadMs < min + gapMs + MIN_SPAN_MS) ahead.set(context, min + gapMs);
    else ahead.set(context, aheadMs);
  }
  return ahead;
}
