import { taxedDifference, taxIncludedIn, type TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import { placeOfSupply, type PlaceOfSupply } from '#modules/invoices/index.ts';
import { postTransfer, revenueLines } from '#modules/ledger/index.ts';
import type { SettledPayment } from '#modules/payments/index.ts';
import type { Order } from './orders.store.ts';

/** HSN/SAC codes of services begin with this. */
const SERVICE_CODE_PREFIX = '99';

interface Sale {
  payment: Pick<SettledPayment, 'provider' | 'providerPaymentId'>;
  price: TaxedAmount;
  at: Date;
}

/** The place of supply of an order: where goods are delivered, or where a service is done. */
export function supplyOfOrder({ hsn, gstin, buyerState }: Order, supplierState: string): PlaceOfSupply {
  const of = hsn.startsWith(SERVICE_CODE_PREFIX) ? 'installation' : 'goods';
  return placeOfSupply({ of, supplierState, payerGstin: gstin ?? undefined, siteState: buyerState ?? undefined });
}

/** The price of an order, with its tax. */
export function salePriceOf(order: Order, supplierState: string): TaxedAmount {
  return priceOf(order.totalPaise, order, supplierState);
}

/**
 * The price and tax of a refund: the difference between what was left of the sale and what remains. So all refunds of
 * an order add up to the invoice, to the paisa and for each tax.
 */
export function refundPriceOf(order: Order, amountPaise: number, supplierState: string): TaxedAmount {
  const leftPaise = unrefundedPaise(order);
  return taxedDifference(
    priceOf(leftPaise, order, supplierState),
    priceOf(leftPaise - amountPaise, order, supplierState),
  );
}

/** What the buyer has paid and not been refunded, in paise. Shipping is refunded with the last unit. */
export function unrefundedPaise({ totalPaise, pricePaise, refundedUnits }: Order): number {
  return totalPaise - pricePaise * refundedUnits;
}

function priceOf(totalPaise: number, order: Order, supplierState: string): TaxedAmount {
  return taxIncludedIn(totalPaise, order.gstRate * 100, supplyOfOrder(order, supplierState).kind);
}

/** Records the revenue of an order, once for each provider payment. */
export async function recordSale(tx: Tx, reference: string, { payment, price, at }: Sale): Promise<void> {
  const { provider, providerPaymentId } = payment;
  await postTransfer(tx, {
    idempotencyKey: `sale:${provider}:${providerPaymentId}`,
    kind: 'sale',
    reference,
    at,
    lines: [{ account: { kind: `provider:${provider}` }, amountPaise: -price.totalPaise }, ...revenueLines(price)],
  });
}
