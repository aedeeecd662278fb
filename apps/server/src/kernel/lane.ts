import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * For whom something is done: a request, a driver's socket, a charger, the health probe, the supervisor of charges, or nobody
 * who waits.
 */
export type Lane = 'http' | 'sockets' | 'chargers' | 'health' | 'watch' | 'background';

const lanes = new AsyncLocalStorage<Lane>();

/** Runs a deed, and all that follows from it, for one kind of caller: each has connections to the database of its own. */
export function inLane<T>(lane: Lane, deed: () => T): T {
  return lanes.run(lane, deed);
}

/** The same deeds, each done for one kind of caller. */
export function allInLane<T extends object>(lane: Lane, deeds: T): T {
  const entries = Object.entries(deeds as Record<string, (...args: unknown[]) => unknown>);
  return Object.fromEntries(
    entries.map(([name, deed]) => [name, (...args: unknown[]) => inLane(lane, () => deed(...args))]),
  ) as T;
}

/** What nobody has said otherwise of runs in the background. */
export function laneNow(): Lane {
  return lanes.getStore() ?? 'background';
}
