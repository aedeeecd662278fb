import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import { invoicesOf, issueInvoice, isState, type Invoice, type SaleDetails } from '#modules/invoices/index.ts';
import type { OrderDocuments } from './order-effects.ts';
import type { Order } from './orders.store.ts';
import { supplyOf } from './sales.ts';

/**
 * The tax invoice and the credit note of an order, as they have to be on the day of issue (CGST rules 46 and 53). Throws for
 * a supplier of no state of India, to whom every sale would look like one to another state.
 */
export function saleDocuments(supplier: SaleDetails['supplier']): OrderDocuments {
  if (!isState(supplier.state)) throw new Error(`SUPPLIER_STATE is ${supplier.state}, which is no state of India.`);

  async function issue(tx: Tx, order: Order, amount: TaxedAmount, at: Date, against?: Invoice): Promise<void> {
    const { state } = supplyOf(order, supplier.state);
    const { address, city, pincode, buyerName: name } = order;
    await issueInvoice(tx, {
      series: against === undefined ? 'SH' : 'CN',
      kind: against === undefined ? 'invoice' : 'credit_note',
      reference: order.reference,
      taxCode: order.hsn,
      amount,
      details: {
        supplier,
        recipient: { name, address, city, pincode, state },
        placeOfSupply: state,
        description: order.colour ? `${order.productName}, ${order.colour}` : order.productName,
        gstRate: order.gstRate,
        ...(against === undefined ? {} : { against: against.number, againstOn: against.issuedOn }),
      },
      at,
    });
  }

  return {
    invoice: (tx, order, amount, at) => issue(tx, order, amount, at),

    async creditNote(tx, order, amount, at) {
      const invoice = (await invoicesOf(tx, order.reference)).find(({ kind }) => kind === 'invoice');
      if (!invoice) throw new Error(`The order ${order.reference} has no invoice to take back.`);
      await issue(tx, order, amount, at, invoice);
    },
  };
}
