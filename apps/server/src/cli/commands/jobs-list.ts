import { listDeadJobs } from '../../jobs/dead-jobs.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';

export const jobsList: Command = {
  name: 'jobs list',
  summary: 'Lists background jobs that failed',
  help: `npm run bijli -- jobs list

Lists each with its id, kind, key, number of tries, time of the last try, and reason. They are kept for 90 days.`,

  parse(args) {
    parseOptions(args, {});
    return async ({ database, say }) => {
      const jobs = await listDeadJobs(database);
      for (const { id, name, key, tries, reason, failedAt } of jobs)
        say(
          `${id}  ${name} ${key}  ${tries === 1 ? 'tried once' : `tried ${tries} times`}, until ${failedAt.toISOString()}  ${reason}`,
        );
      if (jobs.length === 0) say('No job has failed.');
      return 0;
    };
  },
};
