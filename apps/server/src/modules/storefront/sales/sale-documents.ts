import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import { listInvoicesOf, issueInvoice, type Invoice, type Supplier } from '#modules/invoices/index.ts';
import type { Order } from '../orders/orders.store.ts';
import { saleLinesOf, supplyOfLine, type SaleLine } from './sales.ts';

interface SaleDocument {
  supplier: Supplier;
  /** What the document is about. The product if it is missing. */
  line?: SaleLine;
  price: TaxedAmount;
  at: Date;
}

/** Issues a tax invoice of an order, as required on the day of issue (CGST rules, rule 46). */
export function issueSaleInvoice(tx: Tx, order: Order, document: SaleDocument): Promise<Invoice> {
  return issueDocument(tx, order, document);
}

/** Issues the credit note that reverses an order's invoice (CGST rules, rule 53). */
export function issueCreditNote(tx: Tx, order: Order, document: SaleDocument & { against: Invoice }): Promise<Invoice> {
  return issueDocument(tx, order, document);
}

/** The invoices of a paid order, one for each line, in their order. */
export async function listSaleInvoices(tx: Tx, { reference }: Order): Promise<Invoice[]> {
  return (await listInvoicesOf(tx, reference)).filter(({ kind }) => kind === 'invoice');
}

function issueDocument(
  tx: Tx,
  order: Order,
  { supplier, line = saleLinesOf(order)[0], price, at, against }: SaleDocument & { against?: Invoice },
): Promise<Invoice> {
  const { state } = supplyOfLine(line, order, supplier.state);
  const { address, city, pincode, buyerName: name } = order;
  return issueInvoice(tx, {
    series: against === undefined ? 'SH' : 'CN',
    supplier,
    kind: against === undefined ? 'invoice' : 'credit_note',
    reference: order.reference,
    taxCode: line.hsn,
    amount: price,
    details: {
      supplier: { name: supplier.name, address: supplier.address, gstin: supplier.gstin, state: supplier.state },
      recipient: { name, address, city, pincode, state, ...(order.gstin === null ? {} : { gstin: order.gstin }) },
      placeOfSupply: state,
      description: line.description,
      quantity: order.quantity,
      gstRate: line.gstRate,
      ...(against === undefined ? {} : { against: against.number, againstOn: against.issuedOn }),
    },
    at,
  });
}
