import { SINGLE_NODE } from '#cluster/owners.ts';
import { openDatabase } from '#db/database.ts';
import { createJobQueues, type JobKind } from '#jobs/job-queues.ts';
import { systemClock } from '#kernel/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { testLog } from './log.ts';

/** A process that begins a job and never ends it. A test starts it with the URL of a database, and kills it. */
const database = openDatabase(process.argv[2] ?? '', testLog);
const jobs = createJobQueues({ database, clock: systemClock, log: testLog, owners: SINGLE_NODE });
const kind: JobKind = {
  name: 'killed',
  run: () => {
    process.stdout.write('begun\n');
    return new Promise(() => {});
  },
  pollEveryMs: 100,
  maxRunMs: SECOND_MS,
  retries: { count: 3, firstMs: 0, maxMs: SECOND_MS },
};
await jobs.open([kind]);
jobs.start();
setInterval(() => {}, MINUTE_MS);
