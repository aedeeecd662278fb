import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * For whom something is done: a request, a driver's socket, a charge point, the health probe, the supervisor of sessions, or nobody
 * who waits.
 */
export type Lane = 'http' | 'sockets' | 'chargePoints' | 'health' | 'supervisor' | 'background';

const lanes = new AsyncLocalStorage<Lane>();

/** Runs a task, and all that follows from it, for one kind of caller: each has connections to the database of its own. */
export function inLane<T>(lane: Lane, task: () => T): T {
  return lanes.run(lane, task);
}

/** The same tasks, each done for one kind of caller. */
export function allInLane<T extends object>(lane: Lane, tasks: T): T {
  const entries = Object.entries(tasks as Record<string, (...args: unknown[]) => unknown>);
  return Object.fromEntries(
    entries.map(([name, task]) => [name, (...args: unknown[]) => inLane(lane, () => task(...args))]),
  ) as T;
}

/** What nobody has said otherwise of runs in the background. */
export function laneNow(): Lane {
  return lanes.getStore() ?? 'background';
}
