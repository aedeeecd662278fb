import { listWaitingSessions } from '#modules/sessions/index.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { limitFrom } from '../listing.ts';
import { utcSecond } from '../utc-times.ts';

const SESSIONS_LISTED = 50;

export const sessionsList: Command = {
  name: 'sessions list',
  summary: 'Lists sessions whose start or stop does not end, or whose end the charger has not reported',
  help: `npm run bijli -- sessions list [--limit N]

Lists sessions, oldest first: reference, charger and connector, OCPP's transaction, state, and since when (UTC). A session that starts
or stops is listed after 15 minutes. A completed session is listed for a week if it was billed by its last reading, because its
charger has not reported the end.

  --limit     how many, ${SESSIONS_LISTED} by default`,

  parse(args) {
    const values = parseOptions(args, { limit: { type: 'string' } });
    const limit = limitFrom(values.limit, SESSIONS_LISTED);
    return async ({ database, now, say }) => {
      const waiting = await listWaitingSessions(database, now, limit);
      for (const { bookingId, chargePointId, connector, transactionId, state, since } of waiting) {
        const transaction = transactionId === null ? 'no transaction' : `transaction ${transactionId}`;
        say(`${bookingId}  ${chargePointId}:${connector}  ${transaction}  ${state}  since ${utcSecond(since)}`);
      }
      say(waiting.length === limit ? `The oldest ${limit}; --limit shows more.` : `${waiting.length} sessions wait.`);
      return 0;
    };
  },
};
