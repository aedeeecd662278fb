import { demoChargePointsIn, fleetOf } from '../seed/demo-fleet.ts';
import { playScenario, type DemoScenario } from '../seed/demo-scenarios.ts';
import { neededArgument, readOptions, UsageError } from './arguments.ts';
import type { Command } from './command.ts';

const EVENING_PERCENT = 75;
const LASTS = 'It lasts until the next "demo" command. The demo must be running.';

export const demoNormal: Command = {
  name: 'demo normal',
  summary: 'Demo: an ordinary day again',
  help: 'npm run bijli -- demo normal\n\nEnds the current situation. Cars that are charging stay until they are done.',

  read(args) {
    readOptions(args, {});
    return scenario({}, 'An ordinary day again.');
  },
};

export const demoEvening: Command = {
  name: 'demo evening',
  summary: 'Demo: a busy evening with few free plugs',
  help: `npm run bijli -- demo evening [--percent N]

Cars arrive until this share of connectors is busy. ${LASTS} It needs the whole fleet (DEMO_FLEET=whole).

  --percent   how many of a hundred connectors are busy, ${EVENING_PERCENT} by default`,

  read(args) {
    const values = readOptions(args, { percent: { type: 'string' } });
    const percent = Number(values.percent ?? EVENING_PERCENT);
    if (!Number.isInteger(percent) || percent < 0 || percent > 100)
      throw new UsageError('--percent must be a whole number from 0 to 100.');
    return scenario({ busyShare: percent / 100 }, `Cars arrive until ${percent} of 100 connectors are busy.`);
  },
};

export const demoOutage: Command = {
  name: 'demo outage',
  summary: 'Demo: a whole city loses its network',
  help: `npm run bijli -- demo outage --city CITY

Every charger of a city loses its link. Charges there continue, and the chargers report them when the link is back. ${LASTS}

  --city   such as Pune`,

  read(args) {
    const values = readOptions(args, { city: { type: 'string' } });
    const city = neededArgument(values.city, 'city');
    const offline = demoChargePointsIn(city);
    if (offline.length === 0) throw new UsageError(`The demo has no station in ${city}.`);
    return scenario({ offline }, `The ${offline.length} chargers of ${city} have lost their link.`);
  },
};

export const demoLiar: Command = {
  name: 'demo liar',
  summary: 'Demo: a charger says that it is free and refuses',
  help: `npm run bijli -- demo liar --charger ID

The charger reports Available and rejects each start from the app. ${LASTS}

  --charger   one of "chargers list"`,

  read(args) {
    const values = readOptions(args, { charger: { type: 'string' } });
    const charger = neededArgument(values.charger, 'charger');
    if (!fleetOf('whole').some(({ id }) => id === charger)) throw new UsageError(`The demo has no charger ${charger}.`);
    return scenario({ refusing: [charger] }, `${charger} says that it is free and rejects each start.`);
  },
};

function scenario(what: DemoScenario, sentence: string): ReturnType<Command['read']> {
  return async ({ config, say }) => {
    await playScenario(config.dataDir, what);
    say(sentence);
    return 0;
  };
}
