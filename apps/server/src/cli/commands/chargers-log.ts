import { HOUR_MS } from '#kernel/durations.ts';
import { listMessages, type ChargePointMessage } from '#modules/operations/index.ts';
import { onlyArgument, parseArguments, UsageError } from '../arguments.ts';
import { checkChargePointId } from '../check-ids.ts';
import type { Command } from '../command.ts';
import { belowNewest, limitFrom, onOneLine } from '../listing.ts';

const MESSAGES_LISTED = 50;
const MAX_MESSAGES_LISTED = 1_000;

export const chargersLog: Command = {
  name: 'chargers log',
  summary: 'Shows the messages between a charger and the server',
  help: `npm run bijli -- chargers log ID [--since HOURS] [--limit N]

Shows messages, newest first (UTC): time, < from the charger or > from the server, the OCPP action, the message as it was sent, its
answer, and the time to the answer in milliseconds. Messages appear here after a second and are kept for MESSAGE_LOG_DAYS.

  --since   only messages of the last HOURS hours
  --limit   how many, ${MESSAGES_LISTED} by default and ${MAX_MESSAGES_LISTED} at most`,

  parse(args) {
    const { values, positionals } = parseArguments(args, { since: { type: 'string' }, limit: { type: 'string' } });
    const id = onlyArgument(positionals, 'charger');
    const limit = limitFrom(values.limit, MESSAGES_LISTED, MAX_MESSAGES_LISTED);
    const hours = values.since === undefined ? undefined : Number(values.since);
    if (hours !== undefined && !(hours > 0 && hours < Infinity))
      throw new UsageError('--since must be a number of hours.');
    return async ({ database, now, say }) => {
      const since = hours === undefined ? undefined : new Date(now.getTime() - hours * HOUR_MS);
      await checkChargePointId(database, id);
      const messages = await listMessages(database, id, { since, limit });
      for (const message of messages) say(lineOf(message));
      say(belowNewest(messages.length, limit, 'messages'));
      return 0;
    };
  },
};

function lineOf({ at, direction, action, frame, answerCode, answer, latencyMs }: ChargePointMessage): string {
  const answered = answer === null ? 'no answer' : `${answerCode} in ${latencyMs} ms: ${answer}`;
  return onOneLine(
    `${at.toISOString()} ${direction === 'received' ? '<' : '>'} ${action ?? 'no call'}  ${frame}  ${answered}`,
  );
}
