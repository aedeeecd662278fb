import { retryDeadJob, retryDeadJobs } from '../../jobs/dead-jobs.ts';
import { onlyArgument, parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const jobsRetry: Command = {
  name: 'jobs retry',
  action: 'job.retry',
  summary: 'Tries a failed job again, or all of them',
  help: `npm run bijli -- jobs retry ID
npm run bijli -- jobs retry --all

The job gets as many tries as a new one. If another job of the same kind and key is waiting, that one runs now. The running server,
or the next one to start, runs it.

  ID      one of "jobs list"
  --all   every job of "jobs list". Retry one first: if its cause is not mended, the others fail again`,

  parse(args) {
    const { positionals, values } = parseArguments(args, { all: { type: 'boolean' } });
    if (values.all) {
      if (positionals.length > 0) throw new UsageError('Use one ID or --all, not both.');
      return async ({ database, say }) => {
        const { retried, left } = await retryDeadJobs(database);
        say(`${retried} failed jobs will be tried again.`);
        if (left > 0) say(`${left} stay: one of their kind and key is running. Retry them when it has ended.`);
        return left > 0 ? 1 : 0;
      };
    }
    const id = onlyArgument(positionals, 'ID of "jobs list", or use --all', ID);
    return async ({ database, say }) => {
      const isThere = await retryDeadJob(database, id);
      say(
        isThere ? `${id} will be tried again.` : `There is no failed job ${id}, or one of its kind and key is running.`,
      );
      return isThere ? 0 : 1;
    };
  },
};
