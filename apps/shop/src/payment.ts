/** Opens the payment step that an order was answered with. */
export function launchPayment(address: string): void {
  location.assign(address);
}
