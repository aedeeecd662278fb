import type { DeliveryDays } from '@bijli/contract/storefront';

/**
 * In how many days after payment the order should arrive, as promised when it was placed. Null if nothing was promised.
 */
export function promisedDelivery(order: {
  deliveryDaysFrom: number | null;
  deliveryDaysTo: number | null;
}): DeliveryDays | null {
  const { deliveryDaysFrom: from, deliveryDaysTo: to } = order;
  return from === null || to === null ? null : { days_from: from, days_to: to };
}
