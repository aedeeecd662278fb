import { setTimeout as pause } from 'node:timers/promises';

/** What the server depends on. */
export interface Dependency {
  /** Returns why it is not usable now. Undefined if it is. */
  problem(): Promise<string | undefined> | string | undefined;
  /** Timeout of the check. */
  withinMs: number;
  /** False if the server can serve callers without it. */
  isNeeded: boolean;
}

export interface Readiness {
  status: 'ok' | 'degraded' | 'unavailable';
  /** The first problem, of needed dependencies first. */
  reason?: string;
  /** The state of each by name: `ok`, or the problem. */
  dependencies: Record<string, string>;
}

/** The state of a server by its dependencies. All are checked at the same time, each with its own deadline. */
export async function readinessOf(dependencies: Record<string, Dependency>): Promise<Readiness> {
  const found = await Promise.all(
    Object.entries(dependencies).map(async ([name, { problem, withinMs, isNeeded }]) => {
      const end = new AbortController();
      const late = pause(withinMs, `${name} does not answer in time`, { signal: end.signal });
      const what = await Promise.race([problem(), late]);
      late.catch(() => undefined);
      end.abort();
      return { name, isNeeded, problem: what };
    }),
  );
  const wrong = found.filter(({ problem }) => problem !== undefined);
  const first = wrong.find(({ isNeeded }) => isNeeded) ?? wrong[0];
  return {
    status: first === undefined ? 'ok' : first.isNeeded ? 'unavailable' : 'degraded',
    ...(first?.problem !== undefined && { reason: first.problem }),
    dependencies: Object.fromEntries(found.map(({ name, problem }) => [name, problem ?? 'ok'])),
  };
}
