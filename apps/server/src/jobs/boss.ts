import { PgBoss } from 'pg-boss';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';

/** Where its tables are, apart from ours. */
const JOBS_SCHEMA = 'jobs';
/** Jobs that were tried in vain for the last time, copied from the queue that they failed in. */
export const DEAD_QUEUE = 'dead';

/** Runs a statement of the library's. */
export interface Executor {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

const seconds = (ms: number): number => ms / SECOND_MS;

/** The library with nothing of its own going on: what is looked for, and when, is told by the one who uses it. */
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

/** Makes the library's tables, or brings them up to its release; each in one transaction of its own, under its own lock. */
export async function migrateJobs(executor: Executor): Promise<void> {
  const boss = createBoss(executor, { warn: () => {} }, { migrate: true });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}
