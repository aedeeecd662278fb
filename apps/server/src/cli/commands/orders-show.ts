import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { sayOrder, oneReference } from '../say-order.ts';

export const ordersShow: Command = {
  name: 'orders show',
  summary: 'Shows an order with its buyer, documents and refund',
  help: 'npm run bijli -- orders show REFERENCE',

  parse(args) {
    const reference = oneReference(parseArguments(args, {}).positionals);
    return async (context) => {
      await sayOrder(context, reference);
      return 0;
    };
  },
};
