import { desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { stations } from '#modules/network/network.tables.ts';
import { reviews } from './reviews.tables.ts';

/** A driver's reviews, for the export of personal data. */
export async function reviewsData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  const { rating, tags, comment, writtenAt } = reviews;
  return {
    reviews: await tx
      .select({ station: stations.name, rate: rating, tags, comment, written_at: writtenAt })
      .from(reviews)
      .innerJoin(stations, eq(stations.id, reviews.stationId))
      .where(eq(reviews.driverId, driverId))
      .orderBy(desc(writtenAt))
      .limit(limit),
  };
}
