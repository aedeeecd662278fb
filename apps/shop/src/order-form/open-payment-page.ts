/** Opens the payment page of an order. */
export function openPaymentPage(address: string): void {
  location.assign(address);
}
