import { pageOf } from '#db/pagination.ts';
import { parseOptions } from '../arguments.ts';
import { checkChargePointId } from '../check-ids.ts';
import type { Command } from '../command.ts';
import { belowNewest, limitFrom, onOneLine } from '../listing.ts';
import { openCases } from '../open-cases.ts';
import { utcSecond } from '../utc-times.ts';

const REPORTS_LISTED = 50;

export const quarantineList: Command = {
  name: 'quarantine list',
  summary: 'Lists reports of chargers that fit no session',
  help: `npm run bijli -- quarantine list [--charger ID] [--limit N]

Lists reports, newest first (UTC): number, time of receipt, charger, kind, problem, and the report in short.

  --charger   only reports of one charger
  --limit     how many, ${REPORTS_LISTED} by default`,

  parse(args) {
    const values = parseOptions(args, { charger: { type: 'string' }, limit: { type: 'string' } });
    const limit = limitFrom(values.limit, REPORTS_LISTED);
    return async (context) => {
      const { database, say } = context;
      await checkChargePointId(database, values.charger);
      const { rows } = await openCases(context).listQuarantined(values.charger, pageOf({ limit: String(limit) }));
      for (const { id, receivedAt, chargePointId, kind, problem, report, notKept } of rows) {
        const more = notKept > 0 ? `  and ${notKept} more` : '';
        const text = onOneLine(`${kind}: ${problem} ${report}`);
        say(`${id}  ${utcSecond(receivedAt)}  ${chargePointId}  ${text}${more}`);
      }
      say(belowNewest(rows.length, limit, 'reports'));
      return 0;
    };
  },
};
