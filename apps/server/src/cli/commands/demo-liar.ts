import { fleetOf } from '../../seed/demo-fleet.ts';
import { neededArgument, parseOptions, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { LASTS, playDemo } from '../play-demo.ts';

export const demoLiar: Command = {
  name: 'demo liar',
  summary: 'Demo: a charger says that it is free and refuses',
  help: `npm run bijli -- demo liar --charger ID

The charger reports Available and rejects each start from the app. ${LASTS}

  --charger   one of "chargers list"`,

  parse(args) {
    const values = parseOptions(args, { charger: { type: 'string' } });
    const charger = neededArgument(values.charger, 'charger');
    if (!fleetOf('whole').some(({ id }) => id === charger)) throw new UsageError(`The demo has no charger ${charger}.`);
    return playDemo({ refusing: [charger] }, `${charger} says that it is free and rejects each start.`);
  },
};
