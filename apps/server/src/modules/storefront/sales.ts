import { taxedDifference, taxIncludedIn, type TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import { placeOfSupply, type PlaceOfSupply } from '#modules/invoices/index.ts';
import { post, revenueLines } from '#modules/ledger/index.ts';
import type { SettledPayment } from '#modules/payments/index.ts';
import type { Order } from './orders.store.ts';

/** Codes of services begin with it, also among those of goods. */
const SERVICES = '99';

interface Sale {
  payment: Pick<SettledPayment, 'provider' | 'providerPaymentId'>;
  price: TaxedAmount;
  at: Date;
}

/** Where an order is supplied: what is sent, where it is delivered; what is done, where it is done. */
export function supplyOfOrder({ hsn, gstin, buyerState }: Order, supplierState: string): PlaceOfSupply {
  const of = hsn.startsWith(SERVICES) ? 'installation' : 'goods';
  return placeOfSupply({ of, supplierState, payerGstin: gstin ?? undefined, siteState: buyerState ?? undefined });
}

/** What an order costs, with the tax in it. */
export function salePriceOf(order: Order, supplierState: string): TaxedAmount {
  return priceOf(order.totalPaise, order, supplierState);
}

/**
 * What a refund takes back of a sale: the difference between what was left of it and what will be, so that all refunds of an
 * order together are the invoice to the paisa, each tax of them.
 */
export function refundPriceOf(order: Order, amountPaise: number, supplierState: string): TaxedAmount {
  const leftPaise = unrefundedPaise(order);
  return taxedDifference(
    priceOf(leftPaise, order, supplierState),
    priceOf(leftPaise - amountPaise, order, supplierState),
  );
}

/** What the buyer has paid and not been given back. Shipping goes back with the last unit. */
export function unrefundedPaise({ totalPaise, pricePaise, refundedUnits }: Order): number {
  return totalPaise - pricePaise * refundedUnits;
}

function priceOf(totalPaise: number, order: Order, supplierState: string): TaxedAmount {
  return taxIncludedIn(totalPaise, order.gstRate * 100, supplyOfOrder(order, supplierState).kind);
}

/** Earns what a buyer paid for an order, once per payment of the provider. */
export async function recordSale(tx: Tx, reference: string, { payment, price, at }: Sale): Promise<void> {
  const { provider, providerPaymentId } = payment;
  await post(tx, {
    idempotencyKey: `sale:${provider}:${providerPaymentId}`,
    kind: 'sale',
    reference,
    at,
    lines: [{ account: { kind: `provider:${provider}` }, amountPaise: -price.totalPaise }, ...revenueLines(price)],
  });
}
