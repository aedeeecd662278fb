import { pageOf } from '#db/pagination.ts';
import type { Dispute } from '#modules/sessions/index.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { belowNewest, limitFrom } from '../listing.ts';
import { openCases } from '../open-cases.ts';
import { utcSecond } from '../utc-times.ts';

const DISPUTES_LISTED = 50;

export const disputesList: Command = {
  name: 'disputes list',
  summary: 'Lists energy that nobody paid for',
  help: `npm run bijli -- disputes list [--all] [--limit N]

Lists energy that a meter reported but nobody was billed for, newest first (UTC): number, time of the entry, cause, kWh, charger,
transaction, session, and when it was delivered.

  beyond_bound    more than the driver bought, plus the small amount above it that is billed
  suspect_meter   readings that cannot be right, or more than the connector's rated power allows
  refused_start   the charger continued after its start was rejected
  late_start      a start that was reported too late and was stopped

  --all     also resolved entries, with their notes
  --limit   how many, ${DISPUTES_LISTED} by default`,

  parse(args) {
    const values = parseOptions(args, { all: { type: 'boolean' }, limit: { type: 'string' } });
    const limit = limitFrom(values.limit, DISPUTES_LISTED);
    return async (context) => {
      const { rows } = await openCases(context).listDisputes(values.all === true, pageOf({ limit: String(limit) }));
      for (const dispute of rows) context.say(lineOf(dispute));
      context.say(belowNewest(rows.length, limit, 'disputes'));
      return 0;
    };
  },
};

function lineOf(dispute: Dispute): string {
  const { id, notedAt, cause, energyWh, chargePointId, connector, transactionId, bookingId, beganAt, endedAt } =
    dispute;
  const { resolvedAt, note } = dispute;
  return [
    String(id),
    utcSecond(notedAt),
    cause,
    `${(energyWh / 1000).toFixed(3)} kWh`,
    `${chargePointId} connector ${connector}`,
    transactionId === null ? '' : `transaction ${transactionId}`,
    bookingId ?? 'no session',
    `${utcSecond(beganAt)} to ${endedAt ? utcSecond(endedAt) : 'now'}`,
    resolvedAt ? `resolved ${utcSecond(resolvedAt)} "${note ?? ''}"` : '',
  ]
    .filter(Boolean)
    .join('  ');
}
