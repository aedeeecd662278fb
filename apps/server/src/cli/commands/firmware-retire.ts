import { onlyArgument, parseArguments } from '../arguments.ts';
import { recorder } from '../audit-recorder.ts';
import type { Command } from '../command.ts';
import { openFiles } from '../open-files.ts';

export const firmwareRetire: Command = {
  name: 'firmware retire',
  summary: 'Retires a firmware and deletes its file',
  help: `npm run bijli -- firmware retire ID`,

  parse(args) {
    const id = onlyArgument(parseArguments(args, {}).positionals, 'firmware');
    return async (context) => {
      await openFiles(context).retireFirmware(id, recorder(context, 'firmware.retire').record);
      context.say(`${id} is retired.`);
      return 0;
    };
  },
};
