import { endFault } from '#modules/faults/index.ts';
import { neededArgument, parseArguments, UsageError } from '../arguments.ts';
import { recorder } from '../audit-recorder.ts';
import type { Command } from '../command.ts';

export const faultsEnd: Command = {
  name: 'faults end',
  summary: 'Puts such a connector back into service',
  help: `npm run bijli -- faults end CHARGER CONNECTOR

The connector is offered to drivers again. Earlier failed starts no longer count.`,

  parse(args) {
    const { positionals } = parseArguments(args, {});
    const [chargePointId, connector = '', ...more] = positionals;
    if (more.length > 0 || !/^[1-9]\d{0,5}$/.test(connector))
      throw new UsageError('Name the charger and the number of its connector, such as FAST-1 2.');
    const place = { chargePointId: neededArgument(chargePointId, 'charger'), connector: Number(connector) };
    return async (context) => {
      await endFault(context.database, place, context.now, recorder(context, 'fault.end'));
      context.say(`Connector ${connector} of ${place.chargePointId} is offered again.`);
      return 0;
    };
  },
};
