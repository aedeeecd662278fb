import * as z from 'zod/mini';
import { orderState } from '@bijli/contract/storefront';
import { neededArgument, onlyArgument, readArguments, readOptions, UsageError } from './arguments.ts';
import type { Command, CommandContext } from './command.ts';
import { openShop } from './open-shop.ts';
import { plainMinute } from './utc-times.ts';

const MAX_ORDERS_LISTED = 500;

const rupees = (paise: number): string => `₹${(paise / 100).toLocaleString('en-IN')}`;

export const ordersList: Command = {
  name: 'orders list',
  summary: 'Lists orders, newest first',
  help: `npm run bijli -- orders list [--state STATE]

  --state   ${orderState.options.join(', ')}`,

  read(args) {
    const values = readOptions(args, { state: { type: 'string' } });
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
        context.say(
          `${reference}  ${plainMinute(createdAt)}  ${now.padEnd(16)}  ${rupees(totalPaise).padStart(12)}  ${productName}${installationId === null ? '' : ' with installation'}  ${buyerName}, ${city}`,
        );
      }
      context.say(orders.length === 0 ? 'No orders.' : `${orders.length} orders.`);
      return 0;
    };
  },
};

export const ordersShow: Command = {
  name: 'orders show',
  summary: 'Shows an order with its buyer, documents and refund',
  help: 'npm run bijli -- orders show REFERENCE',

  read(args) {
    const reference = oneReference(readArguments(args, {}).positionals);
    return async (context) => {
      await show(context, reference);
      return 0;
    };
  },
};

export const ordersShip: Command = {
  name: 'orders ship',
  action: 'order.ship',
  summary: 'Marks an order as dispatched or delivered, and tells the buyer',
  help: `npm run bijli -- orders ship REFERENCE --carrier NAME --docket NUMBER
npm run bijli -- orders ship REFERENCE --delivered

  --carrier     the carrier's name
  --docket      the carrier's tracking number
  --delivered   it has arrived, or the service is done`,

  read(args) {
    const { values, positionals } = readArguments(args, {
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
      await show(context, reference);
      return 0;
    };
  },
};

export const ordersRefund: Command = {
  name: 'orders refund',
  action: 'order.refund',
  summary: 'Refunds an order, with a credit note',
  help: `npm run bijli -- orders refund REFERENCE [--units N] [--restock]

Refunds what is left of a paid order, including shipping, and ends the order. If it has not been dispatched, its units
return to stock. The running server requests the refund from the payment provider.

  --units     refunds the price of N units; the order continues with the others. The last unit refunds everything that
              is left
  --restock   the units return to stock`,

  read(args) {
    const { values, positionals } = readArguments(args, { units: { type: 'string' }, restock: { type: 'boolean' } });
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
      await show(context, reference);
      return 0;
    };
  },
};

async function show(context: CommandContext, reference: string): Promise<void> {
  const shop = openShop(context);
  const order = await shop.viewByReference(reference);
  const rows: [string, string][] = [
    ['order', `${order.reference}, ${order.state}${order.reason ? ` (${order.reason})` : ''}`],
    ['product', `${order.product_name} (${order.sku})${order.colour ? `, ${order.colour}` : ''}`],
    [
      'quantity',
      order.refunded_units === 0 ? String(order.quantity) : `${order.quantity}, ${order.refunded_units} refunded`,
    ],
    [
      'total',
      `₹${order.total_price.toLocaleString('en-IN')}, shipping ₹${order.shipping_price.toLocaleString('en-IN')}`,
    ],
    ...(order.installation_price === undefined
      ? []
      : [
          ['installation', `to be done, ₹${order.installation_price.toLocaleString('en-IN')} for each unit`] as [
            string,
            string,
          ],
        ]),
    ['buyer', `${order.name}, ${order.mobile}, ${order.email}`],
    ['address', `${order.address}, ${order.city} ${order.pincode}`],
    ['invoice', order.invoice_number ?? 'none'],
    ['credit note', order.credit_note_number ?? 'none'],
    ['refund', order.refund === 'none' ? 'none' : `₹${order.refunded.toLocaleString('en-IN')}, ${order.refund}`],
    ['parcel', order.docket ? `${order.carrier}, ${order.docket}` : 'none'],
    ['page', `${context.config.publicUrl}${shop.pathOf(reference)}`],
  ];
  for (const [name, value] of rows) context.say(`  ${name.padEnd(14)}${value}`);
}

function oneReference(positionals: string[]): string {
  return onlyArgument(positionals, 'order by its reference');
}
