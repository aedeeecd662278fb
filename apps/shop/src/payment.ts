/** Opens the payment page of an order. */
export function launchPayment(address: string): void {
  location.assign(address);
}
