import { rupees } from '@bijli/contract/money';
import type { FreshFigures } from '@bijli/contract/shop-orders';
import { stateOfPincode } from '@bijli/contract/state-of-pincode';
import type { Tx } from '#db/database.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { newReference } from '#kernel/ids.ts';
import type { Language } from '#kernel/messages/language.ts';
import { findProduct, type ProductRow } from '../catalogue/catalogue.store.ts';
import { readDeliveryOfOrder } from '../delivery/delivery-days.ts';
import { refuse } from '../storefront.refusals.ts';
import { findInstallationFor } from './installation.ts';
import { orderPriceOf, type OrderPrice } from './order-price.ts';
import type { CheckedOrder } from './order-request.ts';
import { takeOrderUnits, takeUnitsOf } from './order-units.ts';
import * as store from './orders.store.ts';

export interface OrderRules {
  minShippingPaise: number;
  /** How long units are reserved for an unpaid order. */
  reservationTtlMs: number;
  /** How many orders a network address may place in an hour. */
  perAddressHour: number;
  /** How many unpaid orders a network address may have. */
  unpaidPerAddress: number;
}

/** The person who orders. */
export interface Buyer {
  networkAddress: string;
  language: Language;
  /** The driver who is signed in, if anybody is. */
  driverId?: number | undefined;
}

/**
 * Inserts an order and reserves its units. A repeated key returns its order. Throws product_unknown, out_of_stock,
 * installation_unavailable, order_changed, order_key_used, order_field_invalid, too_many_orders.
 */
export async function placeOrder(
  tx: Tx,
  request: CheckedOrder,
  buyer: Buyer,
  { now, rules }: { now: Date; rules: OrderRules },
): Promise<store.Order> {
  if (request.key !== undefined) {
    await store.lockOrders(tx, request.key);
    const before = await store.findOrderOfKey(tx, request.key);
    if (before) return before.fingerprint === request.fingerprint ? before : refuse('order_key_used');
  }
  const offered = (await findProduct(tx, request.productId)) ?? refuse('product_unknown');
  const offeredInstallation = await installationOf(tx, offered, request);
  checkPrice(offered, request, { rules, installation: offeredInstallation });
  const colour = colourOf(offered, request.colour);
  const { newOrders, unpaidOrders } = await lockAndCountOrdersFrom(tx, buyer.networkAddress, now);
  if (newOrders >= rules.perAddressHour || unpaidOrders >= rules.unpaidPerAddress) refuse('too_many_orders');
  const installationId = offeredInstallation?.id ?? null;
  const { product, installation } = await takeUnitsOf(tx, { ...request, installationId });
  if (!product) return refuse('out_of_stock', { left: (await findProduct(tx, request.productId))?.stock ?? 0 });
  if (installationId !== null && !installation) return refuse('installation_unavailable');
  // The price may have changed before the lock was taken.
  const price = checkPrice(product, request, { rules, installation });
  return store.insertOrder(tx, {
    ...price,
    reference: newReference('O'),
    key: request.key ?? null,
    fingerprint: request.fingerprint,
    state: 'awaiting_payment',
    productId: product.id,
    productName: product.name,
    sku: product.sku,
    colour,
    ...localNames(product, colour, buyer.language),
    hsn: product.hsn,
    gstRate: product.gstRate,
    ...(installation && {
      installationId: installation.id,
      installationName: installation.name,
      installationHsn: installation.hsn,
      installationGstRate: installation.gstRate,
    }),
    buyerName: request.name,
    email: request.email,
    mobile: request.mobile,
    address: request.address,
    city: request.city,
    pincode: request.pincode,
    gstin: request.gstin ?? null,
    buyerState: request.deliveryState ?? stateOfPincode(request.pincode) ?? null,
    ...(await readDeliveryOfOrder(tx, product, request.pincode)),
    language: buyer.language,
    driverId: buyer.driverId ?? null,
    networkAddress: buyer.networkAddress,
    reservedUntil: new Date(now.getTime() + rules.reservationTtlMs),
    createdAt: now,
  });
}

/**
 * Reserves the units of a released order again, at its original price. Throws out_of_stock, too_many_orders.
 */
export async function takeUnitsAgain(
  tx: Tx,
  order: store.Order,
  { now, rules }: { now: Date; rules: OrderRules },
): Promise<void> {
  const { unpaidOrders } = await lockAndCountOrdersFrom(tx, order.networkAddress, now);
  if (unpaidOrders >= rules.unpaidPerAddress) refuse('too_many_orders');
  if (!(await takeOrderUnits(tx, order))) refuse('out_of_stock', { left: 0 });
  const reservedUntil = new Date(now.getTime() + rules.reservationTtlMs);
  await store.changeOrder(tx, order.id, {
    state: 'awaiting_payment',
    reason: null,
    closedAt: null,
    paymentCancelledAt: null,
    reservedUntil,
  });
}

/** The installation that was asked for, if any. Throws installation_unavailable. */
async function installationOf(
  tx: Tx,
  product: ProductRow,
  { isInstalled }: CheckedOrder,
): Promise<ProductRow | undefined> {
  if (!isInstalled) return undefined;
  return (await findInstallationFor(tx, product)) ?? refuse('installation_unavailable');
}

/** Calculates the price. Throws `order_changed` with the new figures if the buyer was shown others. */
function checkPrice(
  product: ProductRow,
  { shownPrice, quantity }: CheckedOrder,
  { rules, installation }: { rules: OrderRules; installation: ProductRow | undefined },
): OrderPrice {
  const { shippingPaise } = shownPrice;
  const price = orderPriceOf(product, { quantity, shippingPaise, installation }, rules.minShippingPaise);
  const isSame =
    price.pricePaise === shownPrice.pricePaise &&
    price.shippingPaise === shownPrice.shippingPaise &&
    price.totalPaise === shownPrice.totalPaise;
  return isSame ? price : refuse('order_changed', freshFigures(price, product.stock));
}

/** `quantaty` is a misspelling of the specification, which its clients use. */
function freshFigures(
  { pricePaise, installationPaise, shippingPaise, totalPaise }: OrderPrice,
  quantaty: number,
): FreshFigures {
  return {
    price: rupees(pricePaise),
    shipping_price: rupees(shippingPaise),
    total_price: rupees(totalPaise),
    quantaty,
    ...(installationPaise > 0 && { installation_price: rupees(installationPaise) }),
  };
}

/** The first colour, if the buyer has chosen none. */
function colourOf({ colours }: ProductRow, colour: string): string {
  if (colour === '') return colours[0] ?? '';
  return colours.includes(colour) ? colour : refuse('order_field_invalid', { field: 'colour' });
}

/** Name and colour in the buyer's language. */
function localNames({ hindi, colours }: ProductRow, colour: string, language: Language) {
  if (language !== 'hi' || !hindi) return {};
  return { localName: hindi.name, localColour: hindi.colours[colours.indexOf(colour)] ?? '' };
}

/** Counts what the limits look at. From here on, orders of the address take turns. */
async function lockAndCountOrdersFrom(
  tx: Tx,
  networkAddress: string,
  now: Date,
): Promise<{ newOrders: number; unpaidOrders: number }> {
  await store.lockOrders(tx, networkAddress);
  return store.countOrdersFrom(tx, networkAddress, new Date(now.getTime() - HOUR_MS));
}
