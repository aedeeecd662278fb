import { onlyArgument, parseArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { openShop } from './open-shop.ts';

/** The command that publishes or rejects a product review. */
export function reviewDecision(verb: 'publish' | 'reject', summary: string): Command {
  return {
    name: `reviews ${verb}`,
    action: `review.${verb}`,
    summary,
    help: `npm run bijli -- reviews ${verb} NUMBER

NUMBER is the first column of \`reviews list\`. You can change the decision later.`,

    parse(args) {
      const number = onlyArgument(parseArguments(args, {}).positionals, 'review by its number', /^\d{1,9}$/);
      return async (context) => {
        await openShop(context).reviews[verb](Number(number));
        context.say(`Review ${number} is ${verb === 'publish' ? 'published' : 'rejected'}.`);
        return 0;
      };
    },
  };
}
