import type { OrderView } from '@bijli/contract/shop-orders';
import { messages } from '#messages/messages.ts';
import { ordersMessages } from '#messages/orders-messages.ts';
import { dayAfter } from '#parts/india-times.ts';

/** When an order should arrive: by date once it is paid, before that in days. Empty where nobody has said so. */
export function expectedArrival({ delivery, delivered_at: deliveredAt, paid_at: paidAt, service }: OrderView): string {
  if (!delivery || deliveredAt !== null) return '';
  const { days_from: from, days_to: to } = delivery;
  if (paidAt === null) return messages().product.delivery.days(from, to);
  const { arrives, comes } = ordersMessages().status;
  return (service ? comes : arrives)(dayAfter(paidAt, from), dayAfter(paidAt, to));
}
