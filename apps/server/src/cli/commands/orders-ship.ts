import { neededArgument, parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { openShop } from '../open-shop.ts';
import { sayOrder, oneReference } from '../say-order.ts';

export const ordersShip: Command = {
  name: 'orders ship',
  action: 'order.ship',
  summary: 'Marks an order as dispatched or delivered, and tells the buyer',
  help: `npm run bijli -- orders ship REFERENCE --carrier NAME --docket NUMBER
npm run bijli -- orders ship REFERENCE --delivered

  --carrier     the carrier's name
  --docket      the carrier's tracking number
  --delivered   it has arrived, or the service is done`,

  parse(args) {
    const { values, positionals } = parseArguments(args, {
      carrier: { type: 'string' },
      docket: { type: 'string' },
      delivered: { type: 'boolean' },
    });
    const reference = oneReference(positionals);
    const parcel = values.delivered
      ? undefined
      : { carrier: neededArgument(values.carrier, 'carrier'), docket: neededArgument(values.docket, 'docket') };
    return async (context) => {
      const { orders } = openShop(context);
      await (parcel ? orders.dispatch(reference, parcel) : orders.markDelivered(reference));
      await sayOrder(context, reference);
      return 0;
    };
  },
};
