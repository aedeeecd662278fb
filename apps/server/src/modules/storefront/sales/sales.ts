import { taxedDifference, taxIncludedIn, type TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import { placeOfSupply, type PlaceOfSupply } from '#modules/invoices/index.ts';
import { postTransfer, revenueLines } from '#modules/ledger/index.ts';
import type { SettledPayment } from '#modules/payments/index.ts';
import type { Order } from '../orders/orders.store.ts';

/** HSN/SAC codes of services begin with this. */
const SERVICE_CODE_PREFIX = '99';

interface Sale {
  payment: Pick<SettledPayment, 'provider' | 'providerPaymentId'>;
  price: TaxedAmount;
  at: Date;
}

/**
 * What an order sells under one tax code: the product with the shipping, or the installation. It has its own invoice.
 */
export interface SaleLine {
  description: string;
  hsn: string;
  /** Percent */
  gstRate: number;
  unitPaise: number;
  shippingPaise: number;
}

/** The product comes first. */
export function saleLinesOf(order: Order): [SaleLine, ...SaleLine[]] {
  const { productName, colour, hsn, gstRate, pricePaise, shippingPaise } = order;
  const description = colour ? `${productName}, ${colour}` : productName;
  const product = { description, hsn, gstRate, unitPaise: pricePaise, shippingPaise };
  const { installationName, installationHsn, installationGstRate, installationPaise } = order;
  if (installationName === null || installationHsn === null || installationGstRate === null) return [product];
  const installation = {
    description: installationName,
    hsn: installationHsn,
    gstRate: installationGstRate,
    unitPaise: installationPaise,
    shippingPaise: 0,
  };
  return [product, installation];
}

/** The place of supply of a line: where goods are delivered, or where a service is done. */
export function supplyOfLine({ hsn }: SaleLine, { gstin, buyerState }: Order, supplierState: string): PlaceOfSupply {
  const of = hsn.startsWith(SERVICE_CODE_PREFIX) ? 'installation' : 'goods';
  return placeOfSupply({ of, supplierState, payerGstin: gstin ?? undefined, siteState: buyerState ?? undefined });
}

/** The price of all units of a line, with its tax. */
export function salePriceOf(line: SaleLine, order: Order, supplierState: string): TaxedAmount {
  return priceOfUnits(order.quantity, line, order, supplierState);
}

/**
 * The price and tax of refunded units: the difference between what was left of the line and what remains. So all
 * refunds of an order add up to its invoices, to the paisa and for each tax. Shipping is refunded with the last unit.
 */
export function refundPriceOf(units: number, line: SaleLine, order: Order, supplierState: string): TaxedAmount {
  const left = order.quantity - order.refundedUnits;
  return taxedDifference(
    priceOfUnits(left, line, order, supplierState),
    priceOfUnits(left - units, line, order, supplierState),
  );
}

/** What a unit of an order costs, with its installation, in paise. */
export function unitPriceOf({
  pricePaise,
  installationPaise,
}: Pick<Order, 'pricePaise' | 'installationPaise'>): number {
  return pricePaise + installationPaise;
}

/** What the buyer has paid and not been refunded, in paise. */
export function unrefundedPaise(order: Order): number {
  return order.totalPaise - unitPriceOf(order) * order.refundedUnits;
}

function priceOfUnits(units: number, line: SaleLine, order: Order, supplierState: string): TaxedAmount {
  const totalPaise = units === 0 ? 0 : line.unitPaise * units + line.shippingPaise;
  return taxIncludedIn(totalPaise, line.gstRate * 100, supplyOfLine(line, order, supplierState).kind);
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
