import { and, eq, lt, lte, sql } from 'drizzle-orm';
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
    .where(eq(id, chargePointId));
}

/** A charge point is about to be sent it: the first link with that or more makes it the least. */
export async function savePendingProfile(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<void> {
  const isHigher = and(eq(id, chargePointId), lt(securityProfile, profile));
  await tx.update(chargePoints).set({ pendingProfile: profile, pendingProfileTakenAt: null }).where(isHigher);
}

/** The charge point has refused it, or was never sent it. */
export async function deletePendingProfile(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<void> {
  const isMeant = and(eq(id, chargePointId), eq(pendingProfile, profile));
  await tx.update(chargePoints).set({ pendingProfile: null, pendingProfileTakenAt: null }).where(isMeant);
}

/** The charge point has said that it takes it, which is to be seen. */
export async function notePendingProfileTaken(
  tx: Tx,
  chargePointId: string,
  profile: SecurityProfile,
  takenAt: Date,
): Promise<void> {
  const isMeant = and(eq(id, chargePointId), eq(pendingProfile, profile));
  await tx.update(chargePoints).set({ pendingProfileTakenAt: takenAt }).where(isMeant);
}

/** Those that took one by then, have not come with it and were not restarted for it. */
export async function listProfilesTaken(tx: Tx, by: Date): Promise<{ chargePointId: string; takenAt: Date }[]> {
  const rows = await tx
    .select({ chargePointId: id, takenAt: pendingProfileTakenAt })
    .from(chargePoints)
    .where(lte(pendingProfileTakenAt, by));
  return rows.flatMap(({ chargePointId, takenAt }) => (takenAt ? [{ chargePointId, takenAt }] : []));
}

export async function noteRestartAsked(tx: Tx, chargePointId: string, takenAt: Date): Promise<void> {
  const isMeant = and(eq(id, chargePointId), eq(pendingProfileTakenAt, takenAt));
  await tx.update(chargePoints).set({ pendingProfileTakenAt: null }).where(isMeant);
}

/** What a charge point has to come with at least, and what it last came with. */
export async function findProfiles(
  tx: Tx,
  chargePointId: string,
): Promise<{ securityProfile: SecurityProfile; seenProfile: SecurityProfile } | undefined> {
  const { seenProfile } = chargePoints;
  return (await tx.select({ securityProfile, seenProfile }).from(chargePoints).where(eq(id, chargePointId)))[0];
}
