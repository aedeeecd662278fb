import type { Invoice } from '@bijli/contract/charging';

/** True when the supplier is in the State of supply. The tax is then CGST and SGST, otherwise IGST. */
export function isWithinState(tax: Invoice['tax']): boolean {
  return !tax || tax.place_of_supply === tax.supplier.state;
}
