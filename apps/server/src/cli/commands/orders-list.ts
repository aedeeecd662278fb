import * as z from 'zod/mini';
import { rupees } from '@bijli/contract/money';
import { orderState } from '@bijli/contract/shop-orders';
import { parseOptions, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { openShop } from '../open-shop.ts';
import { plainMinute } from '../utc-times.ts';

const MAX_ORDERS_LISTED = 500;

export const ordersList: Command = {
  name: 'orders list',
  summary: 'Lists orders, newest first',
  help: `npm run bijli -- orders list [--state STATE]

  --state   ${orderState.options.join(', ')}`,

  parse(args) {
    const values = parseOptions(args, { state: { type: 'string' } });
    const state = values.state === undefined ? undefined : z.safeParse(orderState, values.state);
    if (state?.success === false) throw new UsageError(`There is no state "${values.state}".`);
    return async (context) => {
      const orders = await openShop(context).orders.list(state?.data, MAX_ORDERS_LISTED);
      for (const {
        reference,
        state: now,
        createdAt,
        totalPaise,
        productName,
        installationId,
        buyerName,
        city,
      } of orders) {
        const amount = `₹${rupees(totalPaise).toLocaleString('en-IN')}`;
        context.say(
          `${reference}  ${plainMinute(createdAt)}  ${now.padEnd(16)}  ${amount.padStart(12)}  ${productName}${installationId === null ? '' : ' with installation'}  ${buyerName}, ${city}`,
        );
      }
      context.say(orders.length === 0 ? 'No orders.' : `${orders.length} orders.`);
      return 0;
    };
  },
};
