import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargePoints, type SecurityProfile } from './network.tables.ts';

const { id, pendingProfile, pendingProfileTakenAt, securityProfile } = chargePoints;

/** The word of staff, also downward: from now on it may come with that or more. Answers whether there is such a charge point. */
export async function changeProfile(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<boolean> {
  const set = { securityProfile: profile, pendingProfile: null, pendingProfileTakenAt: null };
  return (await tx.update(chargePoints).set(set).where(eq(id, chargePointId))).rowCount === 1;
}

/** Notes what a charge point has come with; where that is what it was sent, it may come with no less from now on. */
export async function noteProfile(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<void> {
  const isReached = sql`${pendingProfile} <= ${profile}`;
  await tx
    .update(chargePoints)
    .set({
      seenProfile: profile,
      securityProfile: sql`case when ${isReached} then ${pendingProfile} else ${securityProfile} end`,
      pendingProfile: sql`case when ${isReached} then null else ${pendingProfile} end`,
      pendingProfileTakenAt: sql`case when ${isReached} then null else ${pendingProfileTakenAt} end`,
    })
    .where(and(eq(id, chargePointId)));
}
