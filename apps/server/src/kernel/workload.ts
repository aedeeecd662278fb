import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The kind of caller that the server works for. `background` is for jobs, whose result nobody waits for. Only the
 * message log uses `messageLog`.
 */
export type Workload = 'http' | 'sockets' | 'chargePoints' | 'messageLog' | 'health' | 'supervisor' | 'background';

const workloads = new AsyncLocalStorage<Workload>();

/** Runs a task, with everything it calls, in a workload. Each workload has its own database connections. */
export function inWorkload<T>(workload: Workload, task: () => T): T {
  return workloads.run(workload, task);
}

/** Returns the same functions, each of which runs in the workload. */
export function allInWorkload<T extends object>(workload: Workload, tasks: T): T {
  const entries = Object.entries(tasks as Record<string, (...args: unknown[]) => unknown>);
  return Object.fromEntries(
    entries.map(([name, task]) => [name, (...args: unknown[]) => inWorkload(workload, () => task(...args))]),
  ) as T;
}

/** The workload of the code that is running: `background` unless `inWorkload` has set another. */
export function currentWorkload(): Workload {
  return workloads.getStore() ?? 'background';
}
