import type { PgBoss } from 'pg-boss';
import type { Database } from '#db/database.ts';
import type { Log } from '#kernel/log.ts';
import { createBoss, DEAD_QUEUE } from './boss.ts';
import { executorOf, changeDueToNow, isWaitingOrActive } from './job-queues.store.ts';

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
/** The most that pg-boss finds at once. */
const MAX_JOBS_RETRIED = 100_000;

/** Jobs that failed at every try, oldest first. */
export function listDeadJobs(database: Database): Promise<DeadJob[]> {
  return withBoss(database, async (boss) =>
    (await findDead(boss, { limit: MAX_JOBS_LISTED })).map(
      ({ id, data, createdOn, sourceName, sourceRetryCount, sourceOutput }) => ({
        id,
        name: sourceName ?? '',
        key: data.key,
        tries: (sourceRetryCount ?? 0) + 1,
        reason: reasonIn(sourceOutput),
        failedAt: createdOn,
      }),
    ),
  );
}

/**
 * Retries a dead job with all its tries. If another job of its name and key is waiting, that one runs now instead.
 * Returns false if there is no such dead job, or one of its name and key is running.
 */
export function retryDeadJob(database: Database, id: string): Promise<boolean> {
  return withBoss(database, async (boss) => {
    const [dead] = await findDead(boss, { id });
    return dead ? retryOne(database, boss, dead) : false;
  });
}

/**
 * Retries dead jobs like `retryDeadJob`, the oldest 100,000 at most. Returns how many are retried, and how many are
 * left because one of their name and key is running.
 */
export function retryDeadJobs(database: Database): Promise<{ retried: number; left: number }> {
  return withBoss(database, async (boss) => {
    const jobs = await findDead(boss, { limit: MAX_JOBS_RETRIED });
    let retried = 0;
    for (const dead of jobs) if (await retryOne(database, boss, dead)) retried += 1;
    return { retried, left: jobs.length - retried };
  });
}

/** The oldest dead jobs, or the one with this id. */
async function findDead(boss: PgBoss, which: { id: string } | { limit: number }) {
  if (!(await boss.getQueue(DEAD_QUEUE))) return [];
  return boss.findJobs<{ key: string }>(DEAD_QUEUE, { ...which, queued: true });
}

async function retryOne(
  database: Database,
  boss: PgBoss,
  { id, data, sourceName }: Awaited<ReturnType<typeof findDead>>[number],
): Promise<boolean> {
  if (!sourceName) return false;
  if (!(await isWaitingOrActive(database, sourceName, data.key)))
    return (await boss.redrive(DEAD_QUEUE, { ids: [id] })) === 1;
  return database.transaction(async (tx) => {
    if (!(await changeDueToNow(tx, sourceName, data.key))) return false;
    await boss.deleteJob(DEAD_QUEUE, id, { db: executorOf(tx) });
    return true;
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
