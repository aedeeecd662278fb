import { createCases, listQuarantinedReports } from '#modules/sessions/index.ts';
import { readArguments, UsageError } from './arguments.ts';
import { recorder } from './audit-recorder.ts';
import type { Command } from './command.ts';

const MAX_REPORTS_LISTED = 50;

export const quarantineList: Command = {
  name: 'quarantine list',
  summary: 'Shows reports of chargers that fit no session',
  help: `npm run bijli -- quarantine list [--charger ID] [--limit N]

Newest first (UTC): number, when it came, charger, kind, what is wrong with it, and the report in short.

  --charger   only those of one charger
  --limit     how many, ${MAX_REPORTS_LISTED} by default`,

  read(args) {
    const { values } = readArguments(args, { charger: { type: 'string' }, limit: { type: 'string' } });
    const limit = Number(values.limit ?? MAX_REPORTS_LISTED);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number above 0.');
    return async ({ database, say }) => {
      const reports = await listQuarantinedReports(database, values.charger, limit);
      for (const { id, receivedAt, chargePointId, kind, problem, report, notKept } of reports) {
        const more = notKept > 0 ? `  and ${notKept} more` : '';
        // What a charger sent stays on one line and moves no cursor.
        const text = `${kind}: ${problem}  ${report}`.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
        say(`${id}  ${receivedAt.toISOString().slice(0, 19)}Z  ${chargePointId}  ${text}${more}`);
      }
      say(`${reports.length} reports.`);
      return 0;
    };
  },
};

export const quarantineResolve: Command = {
  name: 'quarantine resolve',
  summary: 'Takes a report away that has been looked into',
  help: `npm run bijli -- quarantine resolve NUMBER

The report goes; the audit keeps what it was.`,

  read(args) {
    const [first = '', ...more] = readArguments(args, {}).positionals;
    if (!/^[1-9]\d{0,14}$/.test(first) || more.length > 0) throw new UsageError('Name one number of quarantine list.');
    return async (context) => {
      const { database, now, say } = context;
      const { resolveQuarantined } = createCases({ database, clock: { now: () => now } });
      await resolveQuarantined(Number(first), recorder(context, 'quarantine.resolve'));
      say(`Report ${first} is resolved.`);
      return 0;
    };
  },
};
