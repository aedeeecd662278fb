import { neededArgument, onlyArgument, parseArguments, ROW_NUMBER } from '../arguments.ts';
import { recorder } from '../audit-recorder.ts';
import type { Command } from '../command.ts';
import { openCases } from '../open-cases.ts';

export const disputesResolve: Command = {
  name: 'disputes resolve',
  summary: 'Marks disputed energy as resolved',
  help: `npm run bijli -- disputes resolve NUMBER --note "what was found"

Marks one line of \`disputes list\` as resolved. This bills nothing.

  --note   what was found, for whoever reads it later`,

  parse(args) {
    const { values, positionals } = parseArguments(args, { note: { type: 'string' } });
    const number = onlyArgument(positionals, 'number of disputes list', ROW_NUMBER);
    const note = neededArgument(values.note, 'note');
    return async (context) => {
      await openCases(context).resolveDispute(Number(number), note, recorder(context, 'dispute.resolve'));
      context.say(`Dispute ${number} is resolved.`);
      return 0;
    };
  },
};
