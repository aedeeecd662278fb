import { retireChargePoint } from '#modules/network/index.ts';
import { onlyArgument, readArguments } from './arguments.ts';
import type { Command } from './command.ts';

export const chargersRetire: Command = {
  name: 'chargers retire',
  action: 'charger.retire',
  summary: 'Takes a charger out of all lists for good',
  help: `npm run bijli -- chargers retire ID

It may not dial in any more, its link ends, no driver sees it and no import brings it back. What it did is kept. Not while somebody charges
there. "chargers add" makes it one of ours again, with a new secret.`,

  read(args) {
    const id = onlyArgument(readArguments(args, {}).positionals, 'charger');
    return async ({ database, now, say, record }) => {
      await retireChargePoint(database, id, now, record);
      say(`${id} is retired.`);
      return 0;
    };
  },
};
