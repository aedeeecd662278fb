import { parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { openFiles, askedHere } from '../open-files.ts';

export const chargersUpdate: Command = {
  name: 'chargers update',
  summary: 'Makes a charger fetch and install a firmware',
  help: `npm run bijli -- chargers update CHARGER FIRMWARE [--force]

FIRMWARE is an id of "firmware list". The running server sends the command. The operator's API shows the progress.

  --force  also while a driver charges there; the charger may reboot at once`,

  parse(args) {
    const { values, positionals } = parseArguments(args, { force: { type: 'boolean' } });
    const [chargePointId, firmwareId, ...more] = positionals;
    if (!chargePointId || !firmwareId || more.length > 0) throw new UsageError('Name a charger and a firmware.');
    return async (context) => {
      const files = openFiles(context);
      const by = { ...askedHere(context, 'charger.update-firmware'), isForced: values.force };
      const id = await files.updateFirmware(chargePointId, firmwareId, {}, by);
      context.say(`The server sends ${chargePointId} command ${id}.`);
      return 0;
    };
  },
};
