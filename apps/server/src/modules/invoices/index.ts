/** Tax invoices and credit notes, and the suppliers that issue them. */
export {
  CHARGING_TAX_CODE,
  listInvoicesOf,
  issueInvoice,
  findReferenceOfInvoice,
  type Invoice,
} from './invoices.store.ts';
export { invoicesCheck } from './ledger-check.store.ts';
export { placeOfSupply, type PlaceOfSupply } from './place-of-supply.ts';
export { addSupplier, getHomeSupplier, saveFirstSupplier, getSupplierFor, getSupplierOfDocument } from './suppliers.ts';
export { listSuppliers, findSupplierIn, type Supplier } from './suppliers.store.ts';
export { taxInvoicesPdf } from './tax-invoice-pdf.ts';
export { taxDocumentFile, taxSheetsPdf, type PdfOptions, type TaxDocumentFile, type TaxSheet } from './tax-sheet.ts';
