import { createOperatorCases, listQuarantinedReports } from '#modules/sessions/index.ts';
import { onlyArgument, readArguments, readOptions, ROW_NUMBER } from './arguments.ts';
import { recorder } from './audit-recorder.ts';
import type { Command } from './command.ts';
import { checkChargePoint } from './known.ts';
import { belowNewest, limitFrom, onOneLine } from './newest.ts';
import { utcSecond } from './utc-times.ts';

const REPORTS_LISTED = 50;

export const quarantineList: Command = {
  name: 'quarantine list',
  summary: 'Lists reports of chargers that fit no session',
  help: `npm run bijli -- quarantine list [--charger ID] [--limit N]

Lists reports, newest first (UTC): number, time of receipt, charger, kind, problem, and the report in short.

  --charger   only reports of one charger
  --limit     how many, ${REPORTS_LISTED} by default`,

  read(args) {
    const values = readOptions(args, { charger: { type: 'string' }, limit: { type: 'string' } });
    const limit = limitFrom(values.limit, REPORTS_LISTED);
    return async ({ database, say }) => {
      await checkChargePoint(database, values.charger);
      const reports = await listQuarantinedReports(database, values.charger, limit);
      for (const { id, receivedAt, chargePointId, kind, problem, report, notKept } of reports) {
        const more = notKept > 0 ? `  and ${notKept} more` : '';
        const text = onOneLine(`${kind}: ${problem} ${report}`);
        say(`${id}  ${utcSecond(receivedAt)}  ${chargePointId}  ${text}${more}`);
      }
      say(belowNewest(reports.length, limit, 'reports'));
      return 0;
    };
  },
};

export const quarantineResolve: Command = {
  name: 'quarantine resolve',
  summary: 'Removes a quarantined report after a person has looked at it',
  help: `npm run bijli -- quarantine resolve NUMBER

Removes the report. The audit keeps its contents.`,

  read(args) {
    const number = onlyArgument(readArguments(args, {}).positionals, 'number of quarantine list', ROW_NUMBER);
    return async (context) => {
      const { database, now, say } = context;
      const { resolveQuarantined } = createOperatorCases({ database, clock: { now: () => now } });
      await resolveQuarantined(Number(number), recorder(context, 'quarantine.resolve'));
      say(`Report ${number} is resolved.`);
      return 0;
    };
  },
};
