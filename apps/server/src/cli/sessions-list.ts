import { listWaitingSessions } from '#modules/sessions/index.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { limitFrom } from './newest.ts';
import { utcSecond } from './utc-times.ts';

const SESSIONS_LISTED = 50;

export const sessionsList: Command = {
  name: 'sessions list',
  summary: 'Shows charges that wait: a start or stop without an end, or an end that was not told',
  help: `npm run bijli -- sessions list [--limit N]

The oldest first: booking, charger and connector, OCPP's transaction, state, and since when (UTC). Those that begin or stop are
shown once they have been at it for 15 minutes; a completed one was billed by its last reading, since its charger has not told
its end, for a week.

  --limit     how many, ${SESSIONS_LISTED} by default`,

  read(args) {
    const { values } = readArguments(args, { limit: { type: 'string' } });
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
