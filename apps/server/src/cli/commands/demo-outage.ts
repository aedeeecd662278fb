import { demoChargePointsIn } from '../../seed/demo-fleet.ts';
import { neededArgument, parseOptions, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { LASTS, playDemo } from '../play-demo.ts';

export const demoOutage: Command = {
  name: 'demo outage',
  summary: 'Demo: a whole city loses its network',
  help: `npm run bijli -- demo outage --city CITY

Every charger of a city loses its link. Charges there continue, and the chargers report them when the link is back. ${LASTS}

  --city   such as Pune`,

  parse(args) {
    const values = parseOptions(args, { city: { type: 'string' } });
    const city = neededArgument(values.city, 'city');
    const offline = demoChargePointsIn(city);
    if (offline.length === 0) throw new UsageError(`The demo has no station in ${city}.`);
    return playDemo({ offline }, `The ${offline.length} chargers of ${city} have lost their link.`);
  },
};
