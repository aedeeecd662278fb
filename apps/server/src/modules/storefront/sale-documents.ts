import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import { listInvoicesOf, issueInvoice, type Invoice, type Supplier } from '#modules/invoices/index.ts';
import type { Order } from './orders.store.ts';
import { supplyOfOrder } from './sales.ts';

interface SaleDocument {
  supplier: Supplier;
  price: TaxedAmount;
  at: Date;
}

/** Issues the tax invoice of an order, as required on the day of issue (CGST rules, rule 46). */
export function issueSaleInvoice(tx: Tx, order: Order, document: SaleDocument): Promise<Invoice> {
  return issueDocument(tx, order, document);
}

/** Issues the credit note that reverses an order's invoice (CGST rules, rule 53). */
export function issueCreditNote(tx: Tx, order: Order, document: SaleDocument & { against: Invoice }): Promise<Invoice> {
  return issueDocument(tx, order, document);
}

/** The invoice of a paid order. */
export async function findSaleInvoice(tx: Tx, { reference }: Order): Promise<Invoice> {
  const invoice = (await listInvoicesOf(tx, reference)).find(({ kind }) => kind === 'invoice');
  if (!invoice) throw new Error(`The order ${reference} has no invoice to take back.`);
  return invoice;
}

function issueDocument(
  tx: Tx,
  order: Order,
  { supplier, price, at, against }: SaleDocument & { against?: Invoice },
): Promise<Invoice> {
  const { state } = supplyOfOrder(order, supplier.state);
  const { address, city, pincode, buyerName: name } = order;
  return issueInvoice(tx, {
    series: against === undefined ? 'SH' : 'CN',
    supplier,
    kind: against === undefined ? 'invoice' : 'credit_note',
    reference: order.reference,
    taxCode: order.hsn,
    amount: price,
    details: {
      supplier: { name: supplier.name, address: supplier.address, gstin: supplier.gstin, state: supplier.state },
      recipient: { name, address, city, pincode, state, ...(order.gstin === null ? {} : { gstin: order.gstin }) },
      placeOfSupply: state,
      description: order.colour ? `${order.productName}, ${order.colour}` : order.productName,
      quantity: order.quantity,
      gstRate: order.gstRate,
      ...(against === undefined ? {} : { against: against.number, againstOn: against.issuedOn }),
    },
    at,
  });
}
