import { AsyncLocalStorage } from 'node:async_hooks';

/** What the server is working for. `background` is for jobs: nobody waits for their result; `messageLog` writes one alone. */
export type Lane = 'http' | 'sockets' | 'chargePoints' | 'messageLog' | 'health' | 'supervisor' | 'background';

const lanes = new AsyncLocalStorage<Lane>();

/** Runs a task, and all that it calls, in a lane. Each lane has its own database connections, so that none takes another's. */
export function inLane<T>(lane: Lane, task: () => T): T {
  return lanes.run(lane, task);
}

/** Returns the same functions, each of which runs in the lane. */
export function allInLane<T extends object>(lane: Lane, tasks: T): T {
  const entries = Object.entries(tasks as Record<string, (...args: unknown[]) => unknown>);
  return Object.fromEntries(
    entries.map(([name, task]) => [name, (...args: unknown[]) => inLane(lane, () => task(...args))]),
  ) as T;
}

/** The lane of the code that is running: `background` unless `inLane` has set another. */
export function laneNow(): Lane {
  return lanes.getStore() ?? 'background';
}
