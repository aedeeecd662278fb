import { pageOf } from '#db/pagination.ts';
import { listFaults } from '#modules/faults/index.ts';
import { parseOptions } from '../arguments.ts';
import { checkStationId } from '../check-ids.ts';
import type { Command } from '../command.ts';
import { belowNewest, limitFrom } from '../listing.ts';
import { utcSecond } from '../utc-times.ts';

const FAULTS_LISTED = 50;

export const faultsList: Command = {
  name: 'faults list',
  summary: 'Lists connectors that are out of service because starts fail there',
  help: `npm run bijli -- faults list [--all] [--station ID] [--limit N]

Lists faults, newest first (UTC): since when, charger and connector, how the last start failed, the state, and the last command.

  fixing     the server tries to fix it remotely, by "faults rule"
  out        that did not help; the server tries again later
  on_trial   it was fixed and is offered; the next start ends the fault or takes the connector out again

  --all       also faults that have ended
  --station   only faults of one station
  --limit     how many, ${FAULTS_LISTED} by default`,

  parse(args) {
    const values = parseOptions(args, {
      all: { type: 'boolean' },
      station: { type: 'string' },
      limit: { type: 'string' },
    });
    const limit = limitFrom(values.limit, FAULTS_LISTED);
    const stationIds = values.station === undefined ? undefined : [values.station];
    return async ({ database, say }) => {
      await checkStationId(database, values.station);
      const filter = { stationIds, isAll: values.all === true };
      const { rows } = await listFaults(database, filter, pageOf({ limit: String(limit) }));
      for (const { openedAt, chargePointId, connector, cause, state, tries, commandId, endedBy, changedAt } of rows) {
        const stands = `${state} since ${utcSecond(changedAt)}${endedBy ? ` (${endedBy})` : ''}`;
        const asked = commandId === null ? '' : `, command ${commandId}`;
        say(
          `${utcSecond(openedAt)}  ${chargePointId} connector ${connector}  ${cause}  ${stands}, try ${tries}${asked}`,
        );
      }
      say(belowNewest(rows.length, limit, 'faults'));
      return 0;
    };
  },
};
