import { listDisputes, resolveDispute, type Dispute } from '#modules/sessions/index.ts';
import { neededArgument, onlyArgument, readArguments, readOptions, ROW_NUMBER } from './arguments.ts';
import type { Command } from './command.ts';
import { belowNewest, limitFrom } from './newest.ts';
import { utcSecond } from './utc-times.ts';

const DISPUTES_LISTED = 50;

export const disputesList: Command = {
  name: 'disputes list',
  summary: 'Lists energy that nobody paid for',
  help: `npm run bijli -- disputes list [--all] [--limit N]

Lists energy that a meter reported but nobody was billed for, newest first (UTC): number, time of the entry, cause, kWh, charger,
transaction, booking, and when it was delivered.

  beyond_bound    more than the driver bought, plus the small amount above it that is billed
  suspect_meter   readings that cannot be right, or more than the connector's rated power allows
  refused_start   the charger continued after its start was refused
  late_start      a start that was reported too late and was stopped

  --all     also resolved entries, with their notes
  --limit   how many, ${DISPUTES_LISTED} by default`,

  read(args) {
    const values = readOptions(args, { all: { type: 'boolean' }, limit: { type: 'string' } });
    const limit = limitFrom(values.limit, DISPUTES_LISTED);
    return async ({ database, say }) => {
      const disputes = await listDisputes(database, { includesResolved: values.all === true, limit });
      for (const dispute of disputes) say(lineOf(dispute));
      say(belowNewest(disputes.length, limit, 'disputes'));
      return 0;
    };
  },
};

export const disputesResolve: Command = {
  name: 'disputes resolve',
  action: 'dispute.resolve',
  summary: 'Marks disputed energy as resolved',
  help: `npm run bijli -- disputes resolve NUMBER --note "what was found"

Marks one line of \`disputes list\` as resolved. This bills nothing.

  --note   what was found, for whoever reads it later`,

  read(args) {
    const { values, positionals } = readArguments(args, { note: { type: 'string' } });
    const number = onlyArgument(positionals, 'number of disputes list', ROW_NUMBER);
    const note = neededArgument(values.note, 'note');
    return async ({ database, now, say }) => {
      if (await resolveDispute(database, Number(number), { at: now, note })) {
        say(`Dispute ${number} is resolved.`);
        return 0;
      }
      say(`There is no open dispute ${number}.`);
      return 1;
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
    bookingId ?? 'no booking',
    `${utcSecond(beganAt)} to ${endedAt ? utcSecond(endedAt) : 'now'}`,
    resolvedAt ? `resolved ${utcSecond(resolvedAt)} "${note ?? ''}"` : '',
  ]
    .filter(Boolean)
    .join('  ');
}
