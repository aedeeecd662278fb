import { desc, eq, or } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { shopOrders } from './storefront.tables.ts';

/**
 * A driver's orders, and those with the driver's mobile number. Nobody has verified that the number is the buyer's, so
 * name and address, which may be another person's, are left out. They are behind the order's own link.
 */
export async function storefrontData(
  tx: Tx,
  { driverId, mobile }: PersonalOwner,
  limit: number,
): Promise<PersonalData> {
  const { reference, productName, state, totalPaise, createdAt } = shopOrders;
  return {
    shop_orders: await tx
      .select({
        reference,
        product: productName,
        mobile: shopOrders.mobile,
        state,
        total_paise: totalPaise,
        created_at: createdAt,
      })
      .from(shopOrders)
      .where(or(eq(shopOrders.driverId, driverId), eq(shopOrders.mobile, mobile)))
      .orderBy(desc(createdAt))
      .limit(limit),
  };
}
