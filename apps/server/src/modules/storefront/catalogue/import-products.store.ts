import { and, eq, sum } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { products, shopOrders } from '../storefront.tables.ts';
import type { ProductRow } from './catalogue.store.ts';
import type { ProductImport } from './product-row.ts';

type PlacedProduct = ProductImport & { position: number; stock: number };

/**
 * Finds products by id and locks them until the transaction ends. The lock is not on their keys: an order that changes
 * twice in one transaction checks its foreign key, and must not wait for an import that waits for its own locks.
 */
export async function lockProducts(tx: Tx, ids: string[]): Promise<Map<string, ProductRow>> {
  const these = isAnyOf(products.id, ids);
  const rows = await tx.select().from(products).where(these).orderBy(products.id).for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Units reserved for unpaid orders, by product. Exact while the products are locked. */
export async function countReservedUnits(tx: Tx, ids: string[]): Promise<Map<string, number>> {
  const units = new Map<string, number>();
  for (const column of [shopOrders.productId, shopOrders.installationId]) {
    const rows = await tx
      .select({ id: column, units: sum(shopOrders.quantity).mapWith(Number) })
      .from(shopOrders)
      .where(and(eq(shopOrders.state, 'awaiting_payment'), isAnyOf(column, ids)))
      .groupBy(column);
    for (const row of rows) units.set(row.id ?? '', (units.get(row.id ?? '') ?? 0) + row.units);
  }
  return units;
}

/** An upsert, because two imports may add the same product. */
export async function saveProduct(tx: Tx, product: PlacedProduct): Promise<void> {
  await tx
    .insert(products)
    .values(product)
    .onConflictDoUpdate({ target: products.id, set: { ...product, isListed: true } });
}

/**
 * Sets `id` and `sku` only if they change: on a table with triggers PostgreSQL locks the keys as soon as they are in
 * the statement, and orders would wait. Only a SKU in other capitals remains.
 */
export async function changeProduct(tx: Tx, old: ProductRow, { id, sku, ...columns }: PlacedProduct): Promise<void> {
  const key = sku === old.sku ? {} : { sku };
  await tx
    .update(products)
    .set({ ...key, ...columns, isListed: true })
    .where(eq(products.id, id));
}

export function isSameProduct(row: ProductRow, product: PlacedProduct): boolean {
  const { version: _, isListed, ...columns } = row;
  return isListed && JSON.stringify(columns, sortKeys(columns)) === JSON.stringify(product, sortKeys(product));
}

/** JSON.stringify writes the listed keys in this order, and no others. */
function sortKeys(value: object): string[] {
  return Object.keys(value).toSorted();
}
