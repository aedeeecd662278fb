import { parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { openShop } from '../open-shop.ts';
import { sayOrder, oneReference } from '../say-order.ts';

export const ordersRefund: Command = {
  name: 'orders refund',
  action: 'order.refund',
  summary: 'Refunds an order, with a credit note',
  help: `npm run bijli -- orders refund REFERENCE [--units N] [--restock]

Refunds what is left of a paid order, including shipping, and ends the order. If it has not been dispatched, its units
return to stock. The running server requests the refund from the payment provider.

  --units     refunds the price of N units; the order continues with the others. The last unit refunds everything that
              is left
  --restock   the units return to stock. An installation that was ordered with them returns without being asked, unless
              the order was delivered: then it may be done, and the next import of products can add the visit again`,

  parse(args) {
    const { values, positionals } = parseArguments(args, { units: { type: 'string' }, restock: { type: 'boolean' } });
    const reference = oneReference(positionals);
    if (values.units !== undefined && !/^[1-9]\d?$/.test(values.units))
      throw new UsageError('--units must be a whole number above 0.');
    const units = values.units === undefined ? undefined : Number(values.units);
    return async (context) => {
      await openShop(context).orders.refund(reference, {
        units,
        restocks: values.restock === true,
        record: context.record,
      });
      await sayOrder(context, reference);
      return 0;
    };
  },
};
