import { and, avg, count, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { productReviews, products, shopOrders, type ProductReviewState } from '../storefront.tables.ts';

export type ProductReview = typeof productReviews.$inferSelect;

/** Undefined if the order has a review already. */
export async function insertMissingProductReview(
  tx: Tx,
  review: typeof productReviews.$inferInsert,
): Promise<ProductReview | undefined> {
  const [row] = await tx.insert(productReviews).values(review).onConflictDoNothing().returning();
  return row;
}

export async function hasProductReview(tx: Tx, orderId: number): Promise<boolean> {
  const ofOrder = eq(productReviews.orderId, orderId);
  return (await tx.select({ id: productReviews.id }).from(productReviews).where(ofOrder)).length > 0;
}

/** The published reviews of a product: average rating, count, and the newest. */
export async function listPublishedReviews(tx: Tx, productId: string, limit: number) {
  const these = and(eq(productReviews.productId, productId), eq(productReviews.state, 'published'));
  const [all] = await tx
    .select({ averageRating: avg(productReviews.rating).mapWith(Number), count: count() })
    .from(productReviews)
    .where(these);
  if (!all || all.count === 0) return undefined;
  const latest = await tx.select().from(productReviews).where(these).orderBy(desc(productReviews.id)).limit(limit);
  return { ...all, latest };
}

/** Newest first, each with its order. */
export async function listProductReviews(tx: Tx, state: ProductReviewState | undefined, limit: number) {
  return tx
    .select({ review: productReviews, reference: shopOrders.reference })
    .from(productReviews)
    .innerJoin(shopOrders, eq(shopOrders.id, productReviews.orderId))
    .where(state ? eq(productReviews.state, state) : undefined)
    .orderBy(desc(productReviews.id))
    .limit(limit);
}

/** Returns false if there is none. The product's version grows, so that its page is rebuilt. */
export async function decideProductReview(
  tx: Tx,
  id: number,
  decision: { state: ProductReviewState; decidedAt: Date },
): Promise<boolean> {
  const [row] = await tx.update(productReviews).set(decision).where(eq(productReviews.id, id)).returning();
  if (row)
    await tx
      .update(products)
      .set({ version: sql`${products.version}` })
      .where(eq(products.id, row.productId));
  return row !== undefined;
}
