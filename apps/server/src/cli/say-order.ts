import { onlyArgument } from './arguments.ts';
import type { CommandContext } from './command.ts';
import { openShop } from './open-shop.ts';

/** Prints an order. */
export async function sayOrder(context: CommandContext, reference: string): Promise<void> {
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
          [
            'installation',
            `${order.state === 'cancelled' ? 'cancelled' : 'to be done'}, ₹${order.installation_price.toLocaleString('en-IN')} for each unit`,
          ] as [string, string],
        ]),
    ['buyer', `${order.name}, ${order.mobile}, ${order.email}`],
    ['address', `${order.address}, ${order.city} ${order.pincode}`],
    ['invoice', order.invoice_numbers.join(', ') || 'none'],
    ['credit note', order.credit_note_numbers.join(', ') || 'none'],
    ['refund', order.refund === 'none' ? 'none' : `₹${order.refunded.toLocaleString('en-IN')}, ${order.refund}`],
    ['parcel', order.docket ? `${order.carrier}, ${order.docket}` : 'none'],
    ['page', `${context.config.publicUrl}${shop.getOrderPath(reference)}`],
  ];
  for (const [name, value] of rows) context.say(`  ${name.padEnd(14)}${value}`);
}

/** The only argument of a command about one order. Throws UsageError. */
export function oneReference(positionals: string[]): string {
  return onlyArgument(positionals, 'order by its reference');
}
