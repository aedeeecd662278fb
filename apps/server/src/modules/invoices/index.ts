export { CHARGING_TAX_CODE, invoicesOf, issueInvoice, referenceOfInvoice, type Invoice } from './invoices.store.ts';
export type { SaleDetails } from './invoices.tables.ts';
export { invoicesCheck } from './ledger-check.store.ts';
export { createPdfPage } from './pdf-page.ts';
export { placeOfSupply, type PlaceOfSupply } from './place-of-supply.ts';
export { isState } from './state-codes.ts';
export { stateOfPincode } from './state-of-pincode.ts';
export { taxInvoicePdf } from './tax-invoice-pdf.ts';
