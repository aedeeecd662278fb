import { rupees } from '@bijli/contract/money';
import type { OrderView } from '@bijli/contract/shop-orders';
import type { Tx } from '#db/database.ts';
import { listInvoicesOf } from '#modules/invoices/index.ts';
import type { Payments } from '#modules/payments/index.ts';
import { findProduct, type ProductRow } from '../catalogue/catalogue.store.ts';
import { promisedDelivery } from '../delivery/delivery-days.ts';
import { hasProductReview } from '../reviews/product-reviews.store.ts';
import { unrefundedPaise } from '../sales/sales.ts';
import { findInstallationFor } from './installation.ts';
import { ORDER_PURPOSE } from './order-effects.ts';
import { canStartPayment } from './order-state.ts';
import type { Order } from './orders.store.ts';

/** An order as its buyer sees it, with its documents and refunds. */
export async function viewOrder(
  tx: Tx,
  order: Order,
  { payments, links }: { payments: Payments; links: OrderView['links'] },
): Promise<OrderView> {
  const [product, documents, refunds, paymentUrl, hasReview] = await Promise.all([
    findProduct(tx, order.productId),
    listInvoicesOf(tx, order.reference),
    payments.listRefundsOfSubject(tx, ORDER_PURPOSE, order.reference),
    order.state === 'awaiting_payment' && order.txnId !== null ? payments.findPayUrl(order.txnId) : undefined,
    hasProductReview(tx, order.id),
  ]);
  const numbersOf = (kind: string): string[] =>
    documents.filter((document) => document.kind === kind).map(({ number }) => number);
  const refundsPaise = refunds.reduce((sum, refund) => sum + refund.amountPaise, 0);
  const isRefundDone = refunds.every(({ state }) => state === 'completed');
  return {
    reference: order.reference,
    state: order.state,
    refund: refunds.length === 0 ? 'none' : isRefundDone ? 'completed' : 'pending',
    refunded: rupees(refundsPaise),
    refundable: rupees(refundablePaise(order)),
    product_id: order.productId,
    product_name: order.productName,
    sku: order.sku,
    colour: order.colour,
    image: product?.images[0] ?? '',
    ...translationOf(order, product),
    service: product?.category === 'service',
    price: rupees(order.pricePaise),
    quantity: order.quantity,
    refunded_units: order.refundedUnits,
    ...(order.installationId !== null && { installation_price: rupees(order.installationPaise) }),
    shipping_price: rupees(order.shippingPaise),
    total_price: rupees(order.totalPaise),
    name: order.buyerName,
    email: order.email,
    mobile: order.mobile,
    address: order.address,
    city: order.city,
    pincode: order.pincode,
    gstin: order.gstin ?? '',
    created_at: order.createdAt.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
    payment_cancelled_at: order.paymentCancelledAt?.toISOString() ?? null,
    dispatched_at: order.dispatchedAt?.toISOString() ?? null,
    delivered_at: order.deliveredAt?.toISOString() ?? null,
    closed_at: order.closedAt?.toISOString() ?? null,
    reserved_until: order.reservedUntil.toISOString(),
    delivery: promisedDelivery(order),
    ...(await installationOf(tx, order, product)),
    carrier: order.carrier ?? '',
    docket: order.docket ?? '',
    reason: order.reason ?? '',
    payment_url: paymentUrl ?? '',
    invoice_numbers: numbersOf('invoice'),
    credit_note_numbers: numbersOf('credit_note'),
    links,
    can_pay: canStartPayment(order, refunds.length > 0),
    can_review: order.state === 'delivered' && !hasReview,
    // Only the shop can take back what was dispatched.
    can_cancel: order.state === 'awaiting_payment' || order.state === 'paid',
  };
}

/** What a cancellation would refund. A second payment of an order is refunded anyway, and does not reduce it. */
function refundablePaise(order: Order): number {
  return order.paidAt === null || order.state === 'cancelled' ? 0 : unrefundedPaise(order);
}

/** Name and colour as ordered in Hindi, or, for an order that was placed in English, as the product has them now. */
function translationOf(order: Order, product: ProductRow | undefined): Pick<OrderView, 'translation'> {
  const { localName, localColour, language, colour } = order;
  if (localName !== null) return { translation: { language, product_name: localName, colour: localColour ?? '' } };
  if (!product?.hindi) return {};
  const { name, colours } = product.hindi;
  const translated = colours[product.colours.indexOf(colour)] ?? colour;
  return { translation: { language: 'hi', product_name: name, colour: translated } };
}

/** The installation to offer with an order that was paid without one. */
async function installationOf(
  tx: Tx,
  { state, installationId }: Order,
  product: ProductRow | undefined,
): Promise<Pick<OrderView, 'installation_id'>> {
  const isBought = state === 'paid' || state === 'dispatched' || state === 'delivered';
  if (!product || !isBought || installationId !== null) return {};
  const service = await findInstallationFor(tx, product);
  return service ? { installation_id: service.id } : {};
}
