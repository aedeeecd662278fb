import { pageOf } from '#db/pagination.ts';
import { listComplaints, type Complaint } from '#modules/complaints/index.ts';
import { parseOptions } from '../arguments.ts';
import { checkStationId } from '../check-ids.ts';
import type { Command } from '../command.ts';
import { belowNewest, limitFrom, onOneLine } from '../listing.ts';
import { utcSecond } from '../utc-times.ts';

const COMPLAINTS_LISTED = 50;

export const complaintsList: Command = {
  name: 'complaints list',
  summary: 'Lists complaints of drivers about stations',
  help: `npm run bijli -- complaints list [--station ID] [--limit N]

Lists complaints of drivers, newest first (UTC): reference, problem, place, session, and the driver's own words.

  --station   only complaints about one station
  --limit     how many, ${COMPLAINTS_LISTED} by default`,

  parse(args) {
    const values = parseOptions(args, { station: { type: 'string' }, limit: { type: 'string' } });
    const limit = limitFrom(values.limit, COMPLAINTS_LISTED);
    const stationIds = values.station === undefined ? undefined : [values.station];
    return async ({ database, say }) => {
      await checkStationId(database, values.station);
      const { rows } = await listComplaints(database, stationIds, pageOf({ limit: String(limit) }));
      for (const complaint of rows) say(lineOf(complaint));
      say(belowNewest(rows.length, limit, 'complaints'));
      return 0;
    };
  },
};

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
  const text = onOneLine(comment);
  return [reference, utcSecond(reportedAt), kind, place.join(' '), bookingId ?? '', text && `"${text}"`]
    .filter(Boolean)
    .join('  ');
}
