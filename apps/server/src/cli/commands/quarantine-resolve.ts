import { onlyArgument, parseArguments, ROW_NUMBER } from '../arguments.ts';
import { recorder } from '../audit-recorder.ts';
import type { Command } from '../command.ts';
import { openCases } from '../open-cases.ts';

export const quarantineResolve: Command = {
  name: 'quarantine resolve',
  summary: 'Removes a quarantined report after a person has looked at it',
  help: `npm run bijli -- quarantine resolve NUMBER

Removes the report. The audit keeps its contents.`,

  parse(args) {
    const number = onlyArgument(parseArguments(args, {}).positionals, 'number of quarantine list', ROW_NUMBER);
    return async (context) => {
      await openCases(context).resolveQuarantined(Number(number), recorder(context, 'quarantine.resolve'));
      context.say(`Report ${number} is resolved.`);
      return 0;
    };
  },
};
