import { and, arrayOverlaps, asc, desc, eq, gt, gte, lte, or, sql, type SQL } from 'drizzle-orm';
import { POWER_CLASSES, supplyLine, type ProductSort } from '@bijli/contract/shop-rules';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { deliveryTimes, products } from '../storefront.tables.ts';

export type ProductRow = typeof products.$inferSelect;

/** The filters of the catalogue. A product must satisfy all that are given. */
export interface ProductConditions {
  /** Every word must occur somewhere in the product's texts. */
  terms: string[];
  /** The phases of its supply, as its specification says. Undefined for any. */
  phases: number | undefined;
  categories: string[];
  connectors: string[];
  /** Connector types of a car. The product must have one of them. Undefined for any. */
  fits: string[] | undefined;
  /** Values of POWER_CLASSES in kW. */
  powers: number[];
  minPaise: number | undefined;
  maxPaise: number | undefined;
  isInStock: boolean;
  sort: ProductSort;
}

const sold = sql`coalesce(${products.discountPaise}, ${products.pricePaise})`;
const text = sql`lower(concat_ws(' ', ${products.name}, ${products.sku}, ${products.use}, ${products.hindi} ->> 'name', ${products.hindi} ->> 'use', array_to_string(${products.connectors}, ' ')))`;

const ORDER: Record<ProductSort, SQL[]> = {
  featured: [],
  price_up: [asc(sold)],
  price_down: [desc(sold)],
  power_up: [sql`${products.powerW} asc nulls last`],
  power_down: [sql`${products.powerW} desc nulls last`],
};

/**
 * Builds the query that tells whether the catalogue or the delivery times have changed. It is built once because every
 * answer waits for it.
 */
export function prepareCatalogueVersion(tx: Tx): () => Promise<string> {
  const statement = tx
    .select({
      version: sql<string>`count(*) || '.' || coalesce(sum(${products.version}), 0) || '.' ||
        coalesce((select extract(epoch from max(${deliveryTimes.importedAt})) from ${deliveryTimes}), 0)`,
    })
    .from(products)
    .prepare('catalogue_version');
  return async () => (await statement.execute())[0]?.version ?? '';
}

export async function listProducts(tx: Tx, filter: ProductConditions): Promise<ProductRow[]> {
  return tx
    .select()
    .from(products)
    .where(and(products.isListed, ...sqlConditions(filter)))
    .orderBy(...ORDER[filter.sort], asc(products.position), asc(products.id));
}

function sqlConditions(filter: ProductConditions): (SQL | undefined)[] {
  const { terms, phases, categories, connectors, fits, powers, minPaise, maxPaise, isInStock } = filter;
  return [
    ...terms.map((word) => sql`position(${word} in ${text}) > 0`),
    phases === undefined
      ? undefined
      : sql`exists (select from unnest(${products.specification}) line where starts_with(line, ${supplyLine(phases)}))`,
    categories.length > 0 ? isAnyOf(products.category, categories) : undefined,
    connectors.length > 0 ? arrayOverlaps(products.connectors, connectors) : undefined,
    fits
      ? and(gt(products.powerW, 0), fits.length > 0 ? arrayOverlaps(products.connectors, fits) : sql`false`)
      : undefined,
    powers.length > 0 ? or(...powers.map(inPowerClass)) : undefined,
    minPaise === undefined ? undefined : gte(sold, minPaise),
    maxPaise === undefined ? undefined : lte(sold, maxPaise),
    isInStock ? gt(products.stock, 0) : undefined,
  ];
}

function inPowerClass(maxKw: number): SQL | undefined {
  const aboveKw = POWER_CLASSES.findLast((kw) => kw < maxKw) ?? 0;
  return and(gt(products.powerW, aboveKw * 1000), lte(products.powerW, maxKw * 1000));
}

export async function findProduct(tx: Tx, id: string): Promise<ProductRow | undefined> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), products.isListed));
  return row;
}

/** The first service that is for sale. */
export async function findServiceOnSale(tx: Tx): Promise<ProductRow | undefined> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.category, 'service'), products.isListed, gt(products.stock, 0)))
    .orderBy(asc(products.position), asc(products.id))
    .limit(1);
  return row;
}

/**
 * Takes units off the stock and returns the product as it is sold now. Undefined if there are too few. The row stays
 * locked until the transaction ends.
 */
export async function takeUnits(tx: Tx, id: string, quantity = 1): Promise<ProductRow | undefined> {
  const [row] = await tx
    .update(products)
    .set({ stock: sql`${products.stock} - ${quantity}` })
    .where(and(eq(products.id, id), gte(products.stock, quantity)))
    .returning();
  return row;
}

export async function returnUnits(tx: Tx, id: string, quantity = 1): Promise<void> {
  await tx
    .update(products)
    .set({ stock: sql`${products.stock} + ${quantity}` })
    .where(eq(products.id, id));
}
