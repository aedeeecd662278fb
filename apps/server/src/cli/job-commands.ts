import { listDeadJobs, retryDeadJob } from '../jobs/dead-jobs.ts';
import { onlyArgument, readArguments } from './arguments.ts';
import type { Command } from './command.ts';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const jobsList: Command = {
  name: 'jobs list',
  summary: 'Lists background jobs that were tried in vain',
  help: `npm run bijli -- jobs list

Each with its id, its kind, what it is about, how often it was tried, since when it is given up, and why. They are kept for 90 days.`,

  read(args) {
    readArguments(args, {});
    return async ({ database, say }) => {
      const jobs = await listDeadJobs(database);
      for (const { id, name, key, tries, reason, failedAt } of jobs)
        say(
          `${id}  ${name} ${key}  ${tries === 1 ? 'tried once' : `tried ${tries} times`}, until ${failedAt.toISOString()}  ${reason}`,
        );
      if (jobs.length === 0) say('No job was tried in vain.');
      return 0;
    };
  },
};

export const jobsRetry: Command = {
  name: 'jobs retry',
  action: 'job.retry',
  summary: 'Has a background job tried again that was given up',
  help: `npm run bijli -- jobs retry ID

With as many tries as a new one; where the next of its kind and key waits already, that is done now. The server that runs, or the next
one, does it.

  ID   one of "jobs list"`,

  read(args) {
    const id = onlyArgument(readArguments(args, {}).positionals, 'ID of "jobs list"', ID);
    return async ({ database, say }) => {
      const isThere = await retryDeadJob(database, id);
      say(isThere ? `${id} is tried again.` : `${id} is not there, or one of its kind and key is under way.`);
      return isThere ? 0 : 1;
    };
  },
};
