import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { ChargePointLink } from './charge-point-link.ts';

/** WebSocket close code for a restarting service (RFC 6455 registry). Clients reconnect after a delay of their own. */
export const SERVICE_RESTART = 1012;
const SLICE_MS = SECOND_MS;

/** Ends these links evenly over `overMs`. Resolves when the last one has ended. */
export async function drainLinks(
  links: readonly Pick<ChargePointLink, 'retire'>[],
  overMs: number,
  clock: Clock,
): Promise<void> {
  const sliceCount = Math.max(1, Math.floor(overMs / SLICE_MS));
  const ended: Promise<void>[] = [];
  for (let slice = 0; slice < sliceCount; slice += 1) {
    const from = Math.ceil((links.length * slice) / sliceCount);
    const to = Math.ceil((links.length * (slice + 1)) / sliceCount);
    if (slice > 0) await new Promise<void>((resolve) => clock.after(SLICE_MS, resolve));
    for (const link of links.slice(from, to)) ended.push(link.retire(SERVICE_RESTART, 'the server restarts'));
  }
  await Promise.all(ended);
}
