import type { Tx } from '#db/database.ts';
import { returnUnits, takeUnits, type ProductRow } from '../catalogue/catalogue.store.ts';
import type { Order } from './orders.store.ts';

type Units = Pick<Order, 'productId' | 'installationId' | 'quantity'>;

/**
 * Takes the units of an order off the stock, and as many of its installation, and returns both products as they are
 * sold now. A product of which there are too few is undefined, and nothing is taken of it.
 */
export async function takeUnitsOf(
  tx: Tx,
  order: Units,
): Promise<{ product: ProductRow | undefined; installation: ProductRow | undefined }> {
  const taken = new Map<string, ProductRow | undefined>();
  for (const id of productsOf(order)) taken.set(id, await takeUnits(tx, id, order.quantity));
  return { product: taken.get(order.productId), installation: taken.get(order.installationId ?? '') };
}

/** Takes all units of an order off the stock, or none. False if there are too few. */
export async function takeOrderUnits(tx: Tx, order: Units): Promise<boolean> {
  const { product, installation } = await takeUnitsOf(tx, order);
  if (product && (installation || order.installationId === null)) return true;
  for (const part of [product, installation]) if (part) await returnUnits(tx, part.id, order.quantity);
  return false;
}

/** Puts the units of an order on sale again, and its installations, or only one of both. */
export async function returnOrderUnits(
  tx: Tx,
  order: Units,
  returned: { product: boolean; installation: boolean } = { product: true, installation: true },
): Promise<void> {
  for (const id of productsOf(order)) {
    if (returned[id === order.productId ? 'product' : 'installation']) await returnUnits(tx, id, order.quantity);
  }
}

/** In the sequence in which an import locks them, so that neither waits for the other. */
const productsOf = ({ productId, installationId }: Units): string[] =>
  [productId, ...(installationId === null ? [] : [installationId])].toSorted();
