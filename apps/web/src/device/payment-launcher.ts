import type { PaymentOrder } from '@bijli/contract/payments';

/**
 * Leaves for the provider's checkout page, which brings the driver back to the wallet. False when the order names no
 * page to go to.
 */
export function openCheckout(order: PaymentOrder): boolean {
  if (order.pay_url === '') return false;
  location.assign(order.pay_url);
  return true;
}
