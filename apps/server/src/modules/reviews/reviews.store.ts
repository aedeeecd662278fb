import { and, avg, count, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { insertRows } from '#db/statements/insert-rows.ts';
import { reviews } from './reviews.tables.ts';

export type ReviewRow = typeof reviews.$inferSelect;

/** Saves a driver's review of a station. It replaces the earlier one. */
export async function saveReview(tx: Tx, review: ReviewRow): Promise<void> {
  const { stationId: _, driverId: __, ...content } = review;
  await tx
    .insert(reviews)
    .values(review)
    .onConflictDoUpdate({ target: [reviews.stationId, reviews.driverId], set: content });
}

/** Inserts reviews of drivers who have not reviewed that station. */
export async function insertMissingReviews(tx: Tx, rows: ReviewRow[]): Promise<void> {
  await insertRows(tx, reviews, rows, sql`on conflict do nothing`);
}

/** The average rating of each station that has reviews. */
export function listAverageRatings(tx: Tx): Promise<{ stationId: string; averageRating: number }[]> {
  const averageRating = avg(reviews.rating).mapWith(Number);
  return tx.select({ stationId: reviews.stationId, averageRating }).from(reviews).groupBy(reviews.stationId) as Promise<
    { stationId: string; averageRating: number }[]
  >;
}

/** Orders reviews of the same moment. Drivers' numeric ids are not sent. */
const positionId = sql<string>`md5(${reviews.driverId}::text)`;

/** Newest first. */
export async function listOfStation(
  tx: Tx,
  stationId: string,
  page: Page,
): Promise<{ rows: ReviewRow[]; next?: string }> {
  const rows = await tx
    .select({ review: reviews, positionId })
    .from(reviews)
    .where(and(eq(reviews.stationId, stationId), isAfterCursor(page, reviews.writtenAt, positionId)))
    .orderBy(desc(reviews.writtenAt), desc(inBytes(positionId)))
    .limit(rowsFor(page));
  const cut = takePage(rows, page, ({ review, positionId: id }) => ({ at: review.writtenAt, id }));
  return { ...cut, rows: cut.rows.map(({ review }) => review) };
}

export async function findReview(tx: Tx, stationId: string, driverId: number): Promise<ReviewRow | undefined> {
  const mine = and(eq(reviews.stationId, stationId), eq(reviews.driverId, driverId));
  return (await tx.select().from(reviews).where(mine))[0];
}

export async function findAverageRating(tx: Tx, stationId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ averageRating: avg(reviews.rating).mapWith(Number) })
    .from(reviews)
    .where(eq(reviews.stationId, stationId));
  return row?.averageRating ?? undefined;
}

/** Number of reviews with each rating. */
export function countRatings(tx: Tx, stationId: string): Promise<{ rating: number; count: number }[]> {
  return tx
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(eq(reviews.stationId, stationId))
    .groupBy(reviews.rating);
}

/** Number of reviews with each tag. */
export function countTags(tx: Tx, stationId: string): Promise<{ tag: string; count: number }[]> {
  const tag = sql<string>`unnest(${reviews.tags})`.as('tag');
  return tx.select({ tag, count: count() }).from(reviews).where(eq(reviews.stationId, stationId)).groupBy(tag);
}

/** The driver's ratings of those of these stations that the driver has reviewed. */
export function listRatingsOfDriver(
  tx: Tx,
  driverId: number,
  stationIds: string[],
): Promise<{ stationId: string; rating: number }[]> {
  return tx
    .select({ stationId: reviews.stationId, rating: reviews.rating })
    .from(reviews)
    .where(and(eq(reviews.driverId, driverId), isAnyOf(reviews.stationId, stationIds)));
}
