import { pageOf } from '#db/pagination.ts';
import { listSecurityEvents } from '#modules/operations/index.ts';
import { onlyArgument, parseArguments } from '../arguments.ts';
import { checkChargePointId } from '../check-ids.ts';
import type { Command } from '../command.ts';
import { belowNewest, limitFrom, onOneLine } from '../listing.ts';
import { utcSecond } from '../utc-times.ts';

const EVENTS_LISTED = 50;

export const chargersEvents: Command = {
  name: 'chargers events',
  summary: 'Lists security events of a charger',
  help: `npm run bijli -- chargers events ID [--limit N]

Lists security events, newest first (UTC): time of receipt, type, the time of the event by the charger's clock, and what the charger
says about it. The server adds LowerSecurityProfileRefused itself. Events are kept for a year.

  --limit   how many, ${EVENTS_LISTED} by default`,

  parse(args) {
    const { values, positionals } = parseArguments(args, { limit: { type: 'string' } });
    const id = onlyArgument(positionals, 'charger');
    const limit = limitFrom(values.limit, EVENTS_LISTED);
    return async ({ database, say }) => {
      await checkChargePointId(database, id);
      const { rows } = await listSecurityEvents(database, id, pageOf({ limit: String(limit) }));
      for (const { receivedAt, type, at, techInfo } of rows) {
        const what = onOneLine(techInfo === null ? type : `${type}: ${techInfo}`);
        say(`${utcSecond(receivedAt)}  ${what}  at ${utcSecond(at)}`);
      }
      say(belowNewest(rows.length, limit, 'events'));
      return 0;
    };
  },
};
