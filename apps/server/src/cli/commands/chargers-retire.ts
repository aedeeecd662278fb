import { retireChargePoint } from '#modules/network/index.ts';
import { onlyArgument, parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';

export const chargersRetire: Command = {
  name: 'chargers retire',
  action: 'charger.retire',
  summary: 'Removes a charger from all lists',
  help: `npm run bijli -- chargers retire ID

The charger can no longer connect, its link ends, drivers no longer see it, and imports skip it. Its past is kept. The command is refused
while somebody charges there. "chargers add" adds the charger again, with a new secret.`,

  parse(args) {
    const id = onlyArgument(parseArguments(args, {}).positionals, 'charger');
    return async ({ database, now, say, record }) => {
      await retireChargePoint(database, id, now, record);
      say(`${id} is retired.`);
      return 0;
    };
  },
};
