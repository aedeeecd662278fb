import type { DeliveryDays } from '@bijli/contract/shop-orders';
import { laterDelivery } from '@bijli/contract/shop-rules';
import type { Tx } from '#db/database.ts';
import { findDeliveryTime } from './delivery-times.store.ts';

interface StoredDays {
  deliveryDaysFrom: number | null;
  deliveryDaysTo: number | null;
}

/**
 * In how many days after payment an order should arrive: as promised when it was placed, or as the operator says of a
 * product. Null if nothing was said.
 */
export function promisedDelivery({ deliveryDaysFrom: from, deliveryDaysTo: to }: StoredDays): DeliveryDays | null {
  return from === null || to === null ? null : { days_from: from, days_to: to };
}

/** The delivery of a product to a pincode, as an order stores it. A visit takes as long everywhere. */
export async function readDeliveryOfOrder(
  tx: Tx,
  product: StoredDays & { category: string },
  pincode: string,
): Promise<StoredDays> {
  const zone = product.category === 'service' ? undefined : await findDeliveryTime(tx, pincode);
  const days = laterDelivery(promisedDelivery(product), zone && { days_from: zone.daysFrom, days_to: zone.daysTo });
  return { deliveryDaysFrom: days?.days_from ?? null, deliveryDaysTo: days?.days_to ?? null };
}
