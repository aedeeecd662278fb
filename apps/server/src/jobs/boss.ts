import { PgBoss } from 'pg-boss';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';

/** The schema of its tables, separate from ours. */
const JOBS_SCHEMA = 'jobs';
/** Jobs that failed at every try, copied from their queue. */
export const DEAD_QUEUE = 'dead';

/** Runs a statement of the library. */
export interface Executor {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

const seconds = (ms: number): number => ms / SECOND_MS;

/** The library without its own timers and workers. We decide what is fetched, and when. */
export function createBoss(executor: Executor, log: Pick<Log, 'warn'>, { migrate }: { migrate: boolean }): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => executor.query(text, values) },
    schema: JOBS_SCHEMA,
    migrate,
    schedule: false,
    supervise: false,
    registerInstance: false,
    monitorVacuum: false,
    reindex: false,
    monitorIntervalSeconds: seconds(MINUTE_MS / 2),
    maintenanceIntervalSeconds: seconds(HOUR_MS),
    queueCacheIntervalSeconds: seconds(DAY_MS),
  });
  boss.on('error', (error) => log.warn({ event: 'job.queue_failed', error }, 'the job queue reported an error'));
  return boss;
}

/** Creates or migrates the library's tables, each release in one transaction under the library's lock. */
export async function migrateJobs(executor: Executor): Promise<void> {
  const boss = createBoss(executor, { warn: () => {} }, { migrate: true });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}
