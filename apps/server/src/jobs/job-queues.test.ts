import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { SINGLE_NODE, type Owners } from '#cluster/owners.ts';
import { openDatabase } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { systemClock } from '#kernel/clock.ts';
import { createLog } from '#kernel/log.ts';
import { atEnd } from '#testing/at-end.ts';
import { databaseUrl, testDatabase } from '#testing/database.ts';
import { makeJobsDue, minutesUntilDue } from '#testing/due-jobs.ts';
import { testLog } from '#testing/log.ts';
import { listDeadJobs, retryDeadJob } from './dead-jobs.ts';
import { createJobQueues, type JobKind } from './job-queues.ts';

const database = await testDatabase();
const { $client: pool } = database;
/** One of several nodes that share the database. */
const SHARED = { isShared: true };
const PATIENCE = { timeout: 20_000, interval: 50 };
/** Lines of the log, of all queues. */
const lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });

/** Queues of a node that looks for nothing by itself; a kind of the test's own, whose jobs are noted. */
async function node(kind: Partial<JobKind> & Pick<JobKind, 'name'>, owners: Pick<Owners, 'isShared'> = SINGLE_NODE) {
  const jobs = createJobQueues({ database, clock: systemClock, log, owners });
  const done: string[] = [];
  const retries = { count: 2, firstMs: 60_000, maxMs: 3_600_000 };
  const run = async (key: string) => void done.push(key);
  await jobs.open([{ run, pollEveryMs: 1000, maxRunMs: 60_000, retries, ...kind }]);
  atEnd(() => jobs.close());
  return { ...jobs, done };
}

/** Time passes for the jobs of a queue. */
const letTimePass = (name: string) => makeJobsDue(database, name);

test('a job runs once the transaction that added it has committed, and never if it was rolled back', async () => {
  const jobs = await node({ name: 'added' });
  await database.transaction(async (tx) => {
    await jobs.add(tx, 'added', '1');
    await jobs.runDue('added');
    expect(jobs.done).toEqual([]);
  });
  const rolledBack = database.transaction(async (tx) => {
    await jobs.add(tx, 'added', '2');
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  // However long no server is there.
  const kept = await pool.query<{ days: number }>(
    "select extract(day from keep_until - now())::int as days from jobs.job where name = 'added'",
  );
  expect(kept.rows).toEqual([{ days: 364 }]);
  await jobs.runDue('added');
  expect(jobs.done).toEqual(['1']);
});

test('if two nodes look at the same time, each job is run by one of them', async () => {
  const [one, other] = [await node({ name: 'shared' }, SHARED), await node({ name: 'shared' }, SHARED)];
  await database.transaction(async (tx) => {
    for (let n = 1; n <= 25; n += 1) await one.add(tx, 'shared', String(n));
    // It is there already.
    await other.add(tx, 'shared', '25');
  });
  await Promise.all([one.runDue('shared'), other.runDue('shared')]);
  expect([...one.done, ...other.done].map(Number).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 25 }, (_, index) => index + 1),
  );
});

test('a failing job is retried with growing delays, then kept as dead, and an operator can have it tried again', async () => {
  let isBroken = true;
  const run = async (): Promise<void> => {
    if (isBroken) throw new Error('The mail server refuses <asha@example.com>: away.');
  };
  const jobs = await node({ name: 'failing', run });
  await jobs.add(database, 'failing', '7');
  const delays: number[] = [];
  for (let tries = 1; tries <= 3; tries += 1) {
    await jobs.runDue('failing');
    delays.push(...(await minutesUntilDue(database, 'failing')));
    await letTimePass('failing');
  }
  expect(delays).toHaveLength(2);
  expect(delays[0]).toBeGreaterThan(0.4);
  expect(delays[1]).toBeGreaterThan(delays[0] ?? 0);
  expect(lines.filter(({ job }) => job === 'failing').map(({ event, tries }) => [event, tries])).toEqual([
    ['job.retried', 1],
    ['job.retried', 2],
    ['job.dead', 3],
  ]);

  const deadOnes = async () => (await listDeadJobs(database)).filter(({ name }) => name === 'failing');
  const [dead] = await deadOnes();
  expect(dead).toMatchObject({ name: 'failing', key: '7', tries: 3, reason: 'The mail server refuses … away.' });
  await jobs.superviseQueues();
  expect(lines.findLast(({ event }) => event === 'job.counts')).toMatchObject({ done: 0, failed: 3 });

  isBroken = false;
  expect(await retryDeadJob(database, dead?.id ?? '')).toBe(true);
  expect(await retryDeadJob(database, dead?.id ?? '')).toBe(false);
  expect(await deadOnes()).toEqual([]);
  await jobs.runDue('failing');
  expect(await minutesUntilDue(database, 'failing')).toEqual([]);
});

test('a repeated job exists once for each key, however many nodes start, and runs again after its interval, whether dead or done', async () => {
  const done: string[] = [];
  const start = () =>
    node({
      name: 'hourly',
      run: async (key) => {
        done.push(key);
        if (key === 'broken') throw new Error('no');
      },
      retries: { count: 0, firstMs: 1000, maxMs: 1000 },
      repeat: { everyMs: 3_600_000, keys: ['whole', 'broken'] },
    });
  const [first, second] = [await start(), await start()];
  await Promise.all([first.runDue('hourly'), second.runDue('hourly')]);
  await first.runDue('hourly');
  await (await start()).runDue('hourly');
  expect(done.toSorted()).toEqual(['broken', 'whole']);
  expect((await minutesUntilDue(database, 'hourly')).map(Math.round)).toEqual([60, 60]);
  const dead = (await listDeadJobs(database)).filter(({ name }) => name === 'hourly');
  expect(dead.map(({ key }) => key)).toEqual(['broken']);
  expect(await retryDeadJob(database, dead[0]?.id ?? '')).toBe(true);
  expect((await listDeadJobs(database)).filter(({ name }) => name === 'hourly')).toEqual([]);
  await first.runDue('hourly');
  expect(done.slice(2)).toEqual(['broken']);
  await letTimePass('hourly');
  await first.runDue('hourly');
  expect(done).toHaveLength(5);
});

test('a repeated job keeps its time however late a run begins, and missed runs are done once', async () => {
  const jobs = await node({ name: 'kept', repeat: { everyMs: 3_600_000, keys: ['one'] } });
  await pool.query("update jobs.job set start_after = now() - interval '150 minutes' where name = 'kept'");
  await jobs.runDue('kept');
  await jobs.runDue('kept');
  expect(jobs.done).toEqual(['one']);
  expect((await minutesUntilDue(database, 'kept')).map(Math.round)).toEqual([30]);
});

test('a job whose process is killed half-way is run again by the next one, once', async () => {
  const retries = { count: 3, firstMs: 0, maxMs: 1000 };
  const before = await node({ name: 'killed', retries });
  await before.add(database, 'killed', '1');
  const script = fileURLToPath(new URL('../testing/job-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, databaseUrl(database)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await before.runDue('killed');
  expect(before.done).toEqual([]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await node({ name: 'killed', retries });
  await vi.waitUntil(async () => {
    await next.runDue('killed');
    return next.done.length > 0;
  }, PATIENCE);
  await next.runDue('killed');
  expect(next.done).toEqual(['1']);
});

test('a job that runs on one node is left to it when another node starts, and runs once', async () => {
  const retries = { count: 3, firstMs: 0, maxMs: 1000 };
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done: string[] = [];
  const run = async (key: string): Promise<void> => {
    begun.resolve();
    await end.promise;
    done.push(key);
  };
  const first = await node({ name: 'left', run, retries }, SHARED);
  await first.add(database, 'left', '1');
  const running = first.runDue('left');
  await begun.promise;
  const second = await node({ name: 'left', retries }, SHARED);
  await letTimePass('left');
  await second.runDue('left');
  expect(second.done).toEqual([]);
  end.resolve();
  await running;
  await second.runDue('left');
  expect([done, second.done]).toEqual([['1'], []]);
  const { rows } = await pool.query("select state from jobs.job where name = 'left'");
  expect(rows).toEqual([{ state: 'completed' }]);
});

test('a job that exceeds its maximum time counts as lost and is run again', async () => {
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const done: string[] = [];
  const run = async (key: string): Promise<void> => {
    begun.resolve();
    if (done.push(key) === 1) await never;
  };
  const jobs = await node({ name: 'slow', run, retries: { count: 3, firstMs: 0, maxMs: 1000 } });
  await jobs.add(database, 'slow', '1');
  const first = jobs.runDue('slow');
  await begun.promise;
  await pool.query("update jobs.job set started_on = now() - interval '1 hour' where name = 'slow'");
  await pool.query("update jobs.queue set monitor_on = null, monitor_claim_on = null where name = 'slow'");
  await jobs.superviseQueues();
  await vi.waitUntil(async () => {
    await jobs.runDue('slow');
    return done.length > 1;
  }, PATIENCE);
  expect(done).toEqual(['1', '1']);
  end();
  await first;
});

test('a lost run that ends late does not affect the current one', async () => {
  const tries = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const begun: PromiseWithResolvers<void>[] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const run = (): Promise<void> => {
    const place = count++;
    begun[place]?.resolve();
    return tries[place]?.promise ?? Promise.resolve();
  };
  const jobs = await node({ name: 'late', run, retries: { count: 3, firstMs: 0, maxMs: 1000 } });
  await jobs.add(database, 'late', '1');
  const first = jobs.runDue('late');
  await begun[0]?.promise;
  await pool.query("update jobs.job set started_on = now() - interval '1 hour' where name = 'late'");
  await pool.query("update jobs.queue set monitor_on = null, monitor_claim_on = null where name = 'late'");
  await jobs.superviseQueues();
  await letTimePass('late');
  const second = jobs.runDue('late');
  await begun[1]?.promise;
  tries[0].reject(new Error('too late'));
  await first;
  expect(await minutesUntilDue(database, 'late')).toEqual([]);
  tries[1].resolve();
  await second;
  expect(count).toBe(2);
  const { rows } = await pool.query("select state from jobs.job where name = 'late'");
  expect(rows).toEqual([{ state: 'completed' }]);
});

test('a database of an earlier release gets queues; doing it again changes nothing', async () => {
  const url = databaseUrl(await testDatabase());
  const before = openDatabase(url, testLog, 2);
  await before.$client.query('drop schema jobs cascade');
  await migrate(before, testLog);
  await migrate(before, testLog);
  expect(await listDeadJobs(before)).toEqual([]);
  await before.$client.end();
});
