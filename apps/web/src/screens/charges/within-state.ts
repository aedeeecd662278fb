import type { Invoice } from '@bijli/contract/charging';

/** Whether the supplier is of the State that is supplied: then the tax is CGST and SGST, else IGST. */
export function isWithinState(tax: Invoice['tax']): boolean {
  return !tax || tax.place_of_supply === tax.supplier.state;
}
