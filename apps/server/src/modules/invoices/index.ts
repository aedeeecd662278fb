export {
  CHARGING_TAX_CODE,
  invoicesOf,
  issueInvoice,
  referenceOfInvoice,
  type Invoice,
  type NewInvoice,
} from './invoices.store.ts';
