import type { PgBoss } from 'pg-boss';
import type { Database } from '#db/database.ts';
import type { Log } from '#kernel/log.ts';
import { createBoss, DEAD_QUEUE } from './boss.ts';
import { executorOf, runWaitingNow, isWaitingOrActive } from './job-queues.store.ts';

/** A job that failed at every try. */
export interface DeadJob {
  /** The id for `retryDeadJob`. */
  id: string;
  name: string;
  key: string;
  tries: number;
  /** The last failure. */
  reason: string;
  failedAt: Date;
}

const QUIET: Pick<Log, 'warn'> = { warn: () => {} };
/** More than a screen shows and anyone reads. */
const MAX_JOBS_LISTED = 1000;

/** Jobs that failed at every try, oldest first. */
export function listDeadJobs(database: Database): Promise<DeadJob[]> {
  return withBoss(database, async (boss) => {
    if (!(await boss.getQueue(DEAD_QUEUE))) return [];
    const jobs = await boss.findJobs<{ key: string }>(DEAD_QUEUE, { queued: true, limit: MAX_JOBS_LISTED });
    return jobs.map(({ id, data, createdOn, sourceName, sourceRetryCount, sourceOutput }) => ({
      id,
      name: sourceName ?? '',
      key: data.key,
      tries: (sourceRetryCount ?? 0) + 1,
      reason: reasonIn(sourceOutput),
      failedAt: createdOn,
    }));
  });
}

/**
 * Retries a dead job with all its tries. If another job of its name and key is waiting, that one runs now instead. Returns false if there
 * is no such dead job, or one of its name and key is running.
 */
export function retryDeadJob(database: Database, id: string): Promise<boolean> {
  return withBoss(database, async (boss) => {
    if (!(await boss.getQueue(DEAD_QUEUE))) return false;
    const [dead] = await boss.findJobs<{ key: string }>(DEAD_QUEUE, { id, queued: true });
    if (!dead?.sourceName) return false;
    const name = dead.sourceName;
    if (!(await isWaitingOrActive(database, name, dead.data.key)))
      return (await boss.redrive(DEAD_QUEUE, { ids: [id] })) === 1;
    return database.transaction(async (tx) => {
      if (!(await runWaitingNow(tx, name, dead.data.key))) return false;
      await boss.deleteJob(DEAD_QUEUE, id, { db: executorOf(tx) });
      return true;
    });
  });
}

async function withBoss<T>(database: Database, task: (boss: PgBoss) => Promise<T>): Promise<T> {
  const boss = createBoss(database.$client, QUIET, { migrate: false });
  await boss.start();
  try {
    return await task(boss);
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
}

function reasonIn(output: object | null): string {
  return output && 'message' in output ? String(output.message) : '';
}
