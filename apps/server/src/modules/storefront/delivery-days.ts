import type { DeliveryDays } from '@bijli/contract/storefront';

/** How many days after its payment an order should arrive, as was told when it was made; null where nothing was. */
export function promisedDelivery(order: {
  deliveryDaysFrom: number | null;
  deliveryDaysTo: number | null;
}): DeliveryDays | null {
  const { deliveryDaysFrom: from, deliveryDaysTo: to } = order;
  return from === null || to === null ? null : { days_from: from, days_to: to };
}
