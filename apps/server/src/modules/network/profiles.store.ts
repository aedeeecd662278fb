import { and, eq, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { changeChargePoint } from './change-charge-point.store.ts';
import { chargePoints, type SecurityProfile } from './network.tables.ts';

const { id, pendingProfile, pendingProfileTakenAt, isPendingProfileRestarted, securityProfile } = chargePoints;

const NOT_TAKEN = { pendingProfileTakenAt: null, isPendingProfileRestarted: false };
const NONE_PENDING = { pendingProfile: null, ...NOT_TAKEN };

/** The word of staff, also downward: from now on it may come with that or more. Answers whether there is such a charge point. */
export async function changeProfile(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<boolean> {
  return changeChargePoint(tx, chargePointId, { securityProfile: profile, ...NONE_PENDING });
}

/** The word of staff: a maker's certificate that names this serial number proves it. Answers whether there is such a charge point. */
export async function changeSerialNumber(tx: Tx, chargePointId: string, serialNumber: string): Promise<boolean> {
  return changeChargePoint(tx, chargePointId, { confirmedSerialNumber: serialNumber });
}

/** Whether it is another charge point's: its identity, or confirmed as its serial number. */
export async function isNameOfAnother(tx: Tx, chargePointId: string, name: string): Promise<boolean> {
  const isNamed = or(eq(id, name), eq(chargePoints.confirmedSerialNumber, name));
  return (
    (
      await tx
        .select({ id })
        .from(chargePoints)
        .where(and(isNamed, ne(id, chargePointId)))
        .limit(1)
    ).length > 0
  );
}

/** Who comes with it cannot be somebody who has only read the secret. */
const CERTIFICATE: SecurityProfile = 3;

/**
 * Notes what a charge point has come with. Where that is what it was sent and has said that it takes, or a certificate, it may come
 * with no less from now on; anybody who has read its secret can bring it over TLS.
 */
export async function saveProfileUsed(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<void> {
  const isProven = profile === CERTIFICATE ? sql`true` : sql`${pendingProfileTakenAt} is not null`;
  const isReached = sql`${pendingProfile} <= ${profile} and ${isProven}`;
  await changeChargePoint(tx, chargePointId, {
    seenProfile: profile,
    securityProfile: sql`case when ${isReached} then ${pendingProfile} else ${securityProfile} end`,
    pendingProfile: sql`case when ${isReached} then null else ${pendingProfile} end`,
    pendingProfileTakenAt: sql`case when ${isReached} then null else ${pendingProfileTakenAt} end`,
    isPendingProfileRestarted: sql`case when ${isReached} then false else ${isPendingProfileRestarted} end`,
  });
}

/** A charge point is about to be sent it; see `saveProfileUsed` for when it is the least. */
export async function savePendingProfile(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<void> {
  await changeChargePoint(tx, chargePointId, { pendingProfile: profile, ...NOT_TAKEN }, lt(securityProfile, profile));
}

/** The charge point has refused it, or was never sent it. */
export async function deletePendingProfile(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<void> {
  await changeChargePoint(tx, chargePointId, NONE_PENDING, eq(pendingProfile, profile));
}

/** The charge point has said that it takes it, which is to be seen. */
export async function savePendingProfileConfirmed(
  tx: Tx,
  chargePointId: string,
  profile: SecurityProfile,
  takenAt: Date,
): Promise<void> {
  await changeChargePoint(tx, chargePointId, { pendingProfileTakenAt: takenAt }, eq(pendingProfile, profile));
}

/** Those that took one by then, have not come with it and were not restarted for it. */
export async function listProfilesTaken(tx: Tx, by: Date): Promise<{ chargePointId: string; takenAt: Date }[]> {
  const rows = await tx
    .select({ chargePointId: id, takenAt: pendingProfileTakenAt })
    .from(chargePoints)
    .where(and(lte(pendingProfileTakenAt, by), eq(isPendingProfileRestarted, false)));
  return rows.flatMap(({ chargePointId, takenAt }) => (takenAt ? [{ chargePointId, takenAt }] : []));
}

export async function noteRestartAsked(tx: Tx, chargePointId: string, takenAt: Date): Promise<void> {
  const isMeant = eq(pendingProfileTakenAt, takenAt);
  await changeChargePoint(tx, chargePointId, { isPendingProfileRestarted: true }, isMeant);
}

/** What a charge point has to come with at least, and what it last came with. */
export async function findProfiles(
  tx: Tx,
  chargePointId: string,
): Promise<
  (Record<'securityProfile' | 'seenProfile', SecurityProfile> & { pendingProfile: SecurityProfile | null }) | undefined
> {
  const { seenProfile, pendingProfile } = chargePoints;
  return (
    await tx.select({ securityProfile, seenProfile, pendingProfile }).from(chargePoints).where(eq(id, chargePointId))
  )[0];
}
