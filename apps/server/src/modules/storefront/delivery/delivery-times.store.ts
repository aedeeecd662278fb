import { desc, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { insertRows } from '#db/statements/insert-rows.ts';
import { deliveryTimes, type DeliveryTime } from '../storefront.tables.ts';

/** Replaces all delivery times. */
export async function replaceDeliveryTimes(tx: Tx, times: DeliveryTime[]): Promise<void> {
  await tx.delete(deliveryTimes);
  await insertRows(tx, deliveryTimes, times);
}

/** The delivery time of the longest known prefix of a pincode. */
export async function findDeliveryTime(tx: Tx, pincode: string): Promise<DeliveryTime | undefined> {
  if (!/^[1-9]\d{5}$/.test(pincode)) return undefined;
  const beginnings = Array.from(pincode, (_, index) => pincode.slice(0, index + 1));
  const [row] = await tx
    .select()
    .from(deliveryTimes)
    .where(isAnyOf(deliveryTimes.prefix, beginnings))
    .orderBy(desc(sql`length(${deliveryTimes.prefix})`))
    .limit(1);
  return row;
}

export async function hasDeliveryTimes(tx: Tx): Promise<boolean> {
  return (await tx.select({ prefix: deliveryTimes.prefix }).from(deliveryTimes).limit(1)).length > 0;
}
