import type { JobWithMetadata, QueueOptions } from 'pg-boss';
import type { Owners } from '#cluster/owners.ts';
import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { every } from '#kernel/every.ts';
import type { Log } from '#kernel/log.ts';
import { createBoss, DEAD_QUEUE } from './boss.ts';
import { executorOf, findOldestDue, listActive, lockTry } from './job-queues.store.ts';

const JOBS_BATCH_SIZE = 10;
/** How long an operator can retry a dead job. */
const KEEP_DEAD_JOBS_MS = 90 * DAY_MS;
/** The library drops jobs that wait longer. No server has run in all that time. */
const KEEP_WAITING_JOBS_MS = 365 * DAY_MS;
/** How long a completed job stays in the database. */
const KEEP_DONE_JOBS_MS = DAY_MS;
const SUPERVISE_EVERY_MS = 5 * MINUTE_MS;
const COUNTS_EVERY_MS = HOUR_MS;

/** The jobs of one queue, and how they are retried. */
export interface JobKind {
  /** Name of the queue. It must not change while jobs wait in it. */
  name: string;
  /** Runs a job. It may run again: after a failure, or if the server died before the end was stored. */
  run(key: string): Promise<void>;
  /** How often the queue is checked for due jobs. */
  pollEveryMs: number;
  /** A job that runs longer than this counts as lost and is run again. */
  maxRunMs: number;
  /**
   * Tries after the first one: the first of them after `firstMs`, each later one after a longer wait. Then the job is
   * dead. None: no retry.
   */
  retries?: { count: number; firstMs: number; maxMs: number };
  /**
   * Repeats one job for each key: the next is due `everyMs` after the last one was due, the first at once or after
   * `firstAfterMs`. What fell due while no server ran is done once.
   */
  repeat?: { everyMs: number; keys: readonly string[]; firstAfterMs?: number };
}

/** How modules add jobs. */
export interface JobQueues {
  /**
   * Adds a job in the caller's transaction: it runs after the commit, and never if there is none. If a job of the same
   * key waits or runs, no other is added.
   */
  add(tx: Tx, name: string, key: string): Promise<void>;
}

export interface JobGauges {
  waiting: number;
  dead: number;
  oldestDueAt: Date | undefined;
}

type Job = JobWithMetadata<{ key: string }>;

/**
 * When the next run of a repeated job is due: whole intervals after this one was due, at the first that comes after it
 * began.
 */
function nextDue({ startAfter, startedOn }: Job, everyMs: number): Date {
  const lateMs = Math.max(0, startedOn.getTime() - startAfter.getTime());
  return new Date(startAfter.getTime() + (Math.floor(lateMs / everyMs) + 1) * everyMs);
}

interface JobQueuesOptions {
  database: Database;
  clock: Clock;
  log: Log;
  owners: Pick<Owners, 'isShared'>;
}

/**
 * Work that the database stores until it is done: added in the caller's transaction, retried with growing pauses, and
 * kept if every try fails. Nothing is fetched before `start`.
 */
export function createJobQueues({ database, clock, log, owners }: JobQueuesOptions) {
  const boss = createBoss(database.$client, log, { migrate: true });
  let kinds: readonly JobKind[] = [];
  const stops: (() => Promise<void>)[] = [];
  const counted = { done: 0, failed: 0 };
  let loggedAtMs: number | undefined;

  async function add(name: string, key: string, { tx, dueAt }: { tx?: Tx; dueAt?: Date } = {}): Promise<void> {
    const options = { singletonKey: key, ...(dueAt && { startAfter: dueAt }) };
    await boss.send(name, { key }, tx ? { ...options, db: executorOf(tx) } : options);
  }

  async function addMissing(): Promise<void> {
    for (const { name, repeat } of kinds)
      if (repeat)
        await boss.insert(
          name,
          repeat.keys.map((key) => ({
            data: { key },
            singletonKey: key,
            startAfter: (repeat.firstAfterMs ?? 0) / SECOND_MS,
          })),
        );
  }

  /**
   * Stores how a job's attempt ended, and adds the next one of its key if it repeats. Does nothing if the attempt was
   * taken for lost, because another has begun.
   */
  async function saveEnd(kind: JobKind, job: Job, error: unknown): Promise<void> {
    const isOver = error === undefined || job.retryCount >= job.retryLimit;
    await database.transaction(async (tx) => {
      const db = executorOf(tx);
      if (!(await lockTry(tx, job))) return;
      if (error === undefined) await boss.complete(kind.name, job.id, null, { db });
      else await boss.fail(kind.name, job.id, { message: messageOf(error) }, { db });
      if (isOver && kind.repeat) await add(kind.name, job.data.key, { tx, dueAt: nextDue(job, kind.repeat.everyMs) });
    });
  }

  async function runOne(kind: JobKind, job: Job): Promise<void> {
    const { name } = kind;
    try {
      await kind.run(job.data.key);
    } catch (error) {
      counted.failed += 1;
      const facts = { job: name, id: job.id, key: job.data.key, error, tries: job.retryCount + 1 };
      if (job.retryCount < job.retryLimit)
        log.warn({ event: 'job.retried', ...facts }, 'a background job failed; it will be tried again');
      else
        log.error(
          { event: 'job.dead', ...facts },
          'a background job failed at every try; "bijli jobs retry" tries it again',
        );
      return saveEnd(kind, job, error ?? new Error('It failed.'));
    }
    counted.done += 1;
    await saveEnd(kind, job, undefined);
  }

  /** Runs the due jobs of a kind. Resolves when none is left. */
  async function runDueOf(kind: JobKind): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const due = await boss.fetch<{ key: string }>(kind.name, { batchSize: JOBS_BATCH_SIZE, includeMetadata: true });
      const ends = await Promise.allSettled(due.map((job) => runOne(kind, job)));
      const lost = ends.find((one) => one.status === 'rejected');
      if (lost) throw lost.reason;
      hasMore = due.length === JOBS_BATCH_SIZE;
    }
  }

  async function createOrUpdateQueue(queues: Set<string>, name: string, kind: JobKind | undefined): Promise<void> {
    const options = kind ? optionsOf(kind) : { retentionSeconds: KEEP_DEAD_JOBS_MS / SECOND_MS };
    if (queues.has(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, policy: kind ? 'exclusive' : 'standard' });
  }

  /**
   * A single node retries the jobs that an earlier run left running. Nodes that share the database leave them to
   * `superviseQueues`, because another node may be running them.
   */
  async function retryLeftBehind(): Promise<void> {
    if (owners.isShared) return;
    for (const { name } of kinds) {
      const left = await listActive(database, name);
      if (left.length > 0) await boss.fail(name, left, { message: 'The server ended in the middle.' });
    }
  }

  /** Retries jobs that take too long, and deletes ended ones. Once an hour it logs how many wait. */
  async function superviseQueues(): Promise<void> {
    await boss.supervise();
    const nowMs = clock.now().getTime();
    if (loggedAtMs !== undefined && nowMs - loggedAtMs < COUNTS_EVERY_MS) return;
    loggedAtMs = nowMs;
    await addMissing();
    const waiting = { alive: 0, dead: 0 };
    for (const { name, queuedCount } of await boss.getQueues())
      waiting[name === DEAD_QUEUE ? 'dead' : 'alive'] += queuedCount;
    log.info(
      { event: 'job.counts', ...counted, waiting: waiting.alive, dead: waiting.dead },
      'background jobs in the last hour',
    );
  }

  return {
    /** Adds a job in the caller's transaction: see `JobQueues`. */
    add: (tx: Tx, name: string, key: string): Promise<void> => add(name, key, { tx }),

    /** Creates the queues, and retries jobs that were left running. After this, jobs can be added. */
    async open(all: readonly JobKind[]): Promise<void> {
      kinds = all;
      await boss.start();
      const queues = new Set((await boss.getQueues()).map(({ name }) => name));
      await createOrUpdateQueue(queues, DEAD_QUEUE, undefined);
      for (const kind of kinds) await createOrUpdateQueue(queues, kind.name, kind);
      await retryLeftBehind();
      await addMissing();
    },

    /** Starts looking for due jobs. */
    start(): void {
      const context = { clock, log };
      const supervision = {
        name: 'jobs.superviseQueues',
        everyMs: SUPERVISE_EVERY_MS,
        failedMessage: 'jobs that take too long are looked for later',
      };
      stops.push(every(superviseQueues, { ...context, ...supervision }));
      const failedMessage = 'jobs wait; they are looked for again';
      for (const kind of kinds) {
        const { name, pollEveryMs: everyMs } = kind;
        const options = { ...context, name: `jobs.${name}`, everyMs, startsAtOnce: true, failedMessage };
        stops.push(every(() => runDueOf(kind), options));
      }
    },

    /** Runs all due jobs of a queue now. */
    async runDue(name: string): Promise<void> {
      const kind = kinds.find((one) => one.name === name);
      if (!kind) throw new Error(`No jobs are called ${name}.`);
      await runDueOf(kind);
    },

    superviseQueues,

    /** The number of waiting and dead jobs, and since when the longest waiting one is due. */
    async readGauges(): Promise<JobGauges> {
      const queues = await boss.getQueues();
      const waiting = queues
        .filter(({ name }) => name !== DEAD_QUEUE)
        .reduce((sum, { queuedCount }) => sum + queuedCount, 0);
      const dead = queues.find(({ name }) => name === DEAD_QUEUE)?.queuedCount ?? 0;
      return { waiting, dead, oldestDueAt: await findOldestDue(database) };
    },

    /** Stops looking for jobs. Resolves when running ones have ended. */
    async close(): Promise<void> {
      for (const stop of stops.splice(0)) await stop();
      await boss.stop({ graceful: false, close: false });
    },
  };
}

function optionsOf({ maxRunMs, retries }: JobKind): QueueOptions & { deadLetter: string } {
  return {
    deadLetter: DEAD_QUEUE,
    retentionSeconds: KEEP_WAITING_JOBS_MS / SECOND_MS,
    expireInSeconds: maxRunMs / SECOND_MS,
    deleteAfterSeconds: KEEP_DONE_JOBS_MS / SECOND_MS,
    retryLimit: retries?.count ?? 0,
    ...(retries && { retryDelay: retries.firstMs / SECOND_MS, retryDelayMax: retries.maxMs / SECOND_MS }),
    retryBackoff: true,
  };
}

/**
 * The reason of the failure, for the operator. A mail server's answer names the recipient, which a job does not store.
 */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\S+@\S+/g, '…');
}
