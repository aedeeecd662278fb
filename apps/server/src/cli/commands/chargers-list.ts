import { listRegistrations } from '#modules/network/index.ts';
import { parseOptions } from '../arguments.ts';
import { checkStationId } from '../check-ids.ts';
import type { Command } from '../command.ts';
import { utcSecond } from '../utc-times.ts';

export const chargersList: Command = {
  name: 'chargers list',
  summary: 'Lists chargers, and when each was last heard',
  help: `npm run bijli -- chargers list [--station ID]

Lists each charger with its station, its connectors, whether it is registered, and when it last sent a
message (UTC, to the minute).

  --station   only chargers of one station`,

  parse(args) {
    const values = parseOptions(args, { station: { type: 'string' } });
    return async ({ database, say }) => {
      await checkStationId(database, values.station);
      const chargePoints = await listRegistrations(database, values.station);
      for (const { id, stationId, connectors, hasSecret, heardAt, retiredAt, ...one } of chargePoints) {
        const heard = heardAt ? `heard ${utcSecond(heardAt)}` : 'never heard';
        const registered = retiredAt ? 'retired' : hasSecret ? 'registered' : 'not registered';
        say(`${id}  ${stationId}  ${connectors.map(nameOf).join(' + ')}  ${registered}${profileOf(one)}, ${heard}`);
      }
      say(`${chargePoints.length} chargers, ${chargePoints.filter(({ hasSecret }) => hasSecret).length} registered.`);
      return 0;
    };
  },
};

/** The security profile, if it is not the default one. */
function profileOf({ securityProfile, seenProfile }: { securityProfile: number; seenProfile: number }): string {
  if (seenProfile !== securityProfile) return `, profile ${securityProfile}, connected with ${seenProfile}`;
  return securityProfile === 1 ? '' : `, profile ${securityProfile}`;
}

/** A connector type and its power, such as `CCS2 120 kW`. */
function nameOf({ type, ratedW }: { type: string; ratedW: number | null }): string {
  return ratedW ? `${type} ${ratedW / 1000} kW` : type;
}
