import { listComplaints, type Complaint } from '#modules/complaints/index.ts';
import { readArguments, UsageError } from './arguments.ts';
import type { Command } from './command.ts';

const MAX_COMPLAINTS_LISTED = 50;

export const complaintsList: Command = {
  name: 'complaints list',
  summary: 'Shows what drivers reported as broken',
  help: `npm run bijli -- complaints list [--station ID] [--limit N]

Shows reports of drivers, newest first (UTC): reference, what is wrong, where, which session, and the driver's own words.

  --station   only those on one station
  --limit     how many, ${MAX_COMPLAINTS_LISTED} by default`,

  read(args) {
    const { values } = readArguments(args, { station: { type: 'string' }, limit: { type: 'string' } });
    const limit = Number(values.limit ?? MAX_COMPLAINTS_LISTED);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number above 0.');
    return async ({ database, say }) => {
      const complaints = await listComplaints(database, values.station, limit);
      for (const complaint of complaints) say(lineOf(complaint));
      say(
        complaints.length === limit
          ? `The newest ${limit} reports; --limit shows more.`
          : `${complaints.length} reports.`,
      );
      return 0;
    };
  },
};

/** What a stranger wrote stays on one line and moves no cursor. */
function lineOf({
  reference,
  reportedAt,
  kind,
  stationId,
  chargePointId,
  connector,
  bookingId,
  comment,
}: Complaint): string {
  const place = [stationId, chargePointId, connector === null ? null : `connector ${connector}`].filter(
    (part) => part !== null,
  );
  const said = comment.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const at = `${reportedAt.toISOString().slice(0, 19)}Z`;
  return [reference, at, kind, place.join(' '), bookingId ?? '', said && `"${said}"`].filter(Boolean).join('  ');
}
