import { AsyncLocalStorage } from 'node:async_hooks';

/** The kind of caller that the server works for. `background` is for jobs, whose result nobody waits for. Only the message log uses `messageLog`. */
export type Lane = 'http' | 'sockets' | 'chargePoints' | 'messageLog' | 'health' | 'supervisor' | 'background';

const lanes = new AsyncLocalStorage<Lane>();

/** Runs a task, with everything it calls, in a lane. Each lane has its own database connections. */
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
