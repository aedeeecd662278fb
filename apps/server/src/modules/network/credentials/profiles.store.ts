import { and, eq, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { changeChargePoint } from '../charge-points/charge-point-changes.store.ts';
import { chargePoints, type SecurityProfile } from '../network.tables.ts';

const { id, pendingProfile, pendingProfileTakenAt, isPendingProfileRestarted, securityProfile } = chargePoints;

const PROFILE_NOT_TAKEN = { pendingProfileTakenAt: null, isPendingProfileRestarted: false };
const NONE_PENDING = { pendingProfile: null, ...PROFILE_NOT_TAKEN };

/**
 * Sets the lowest security profile, as staff ask. It may be lower than before. Returns false if there is no such charge
 * point.
 */
export async function changeProfile(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<boolean> {
  return changeChargePoint(tx, chargePointId, { securityProfile: profile, ...NONE_PENDING });
}

/**
 * Sets the serial number that staff have read. A manufacturer's certificate that names it is accepted. Returns false if
 * there is no such charge point.
 */
export async function changeSerialNumber(tx: Tx, chargePointId: string, serialNumber: string): Promise<boolean> {
  return changeChargePoint(tx, chargePointId, { confirmedSerialNumber: serialNumber });
}

/** True if the name is another charge point's identity or confirmed serial number. */
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

/** A connection with a certificate cannot come from someone who has only read the secret. */
const CERTIFICATE: SecurityProfile = 3;

/**
 * Stores the security profile of a connection. If the charge point was sent that profile and has accepted it, or if it
 * has used a certificate, it becomes the lowest allowed. Otherwise it does not, because anyone who has read the secret
 * can connect over TLS.
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

/** Stores the profile that the charge point is about to be sent. `saveProfileUsed` makes it the lowest. */
export async function savePendingProfile(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<void> {
  await changeChargePoint(
    tx,
    chargePointId,
    { pendingProfile: profile, ...PROFILE_NOT_TAKEN },
    lt(securityProfile, profile),
  );
}

/** Deletes the pending profile, because the charge point has refused it or was never sent it. */
export async function deletePendingProfile(tx: Tx, chargePointId: string, profile: SecurityProfile): Promise<void> {
  await changeChargePoint(tx, chargePointId, NONE_PENDING, eq(pendingProfile, profile));
}

/** Stores that the charge point has accepted the profile. It must still connect with it. */
export async function savePendingProfileConfirmed(
  tx: Tx,
  chargePointId: string,
  profile: SecurityProfile,
  takenAt: Date,
): Promise<void> {
  await changeChargePoint(tx, chargePointId, { pendingProfileTakenAt: takenAt }, eq(pendingProfile, profile));
}

/** Charge points that accepted a profile before a time, have not used it, and were not restarted for it. */
export async function listProfilesTaken(tx: Tx, by: Date): Promise<{ chargePointId: string; takenAt: Date }[]> {
  const rows = await tx
    .select({ chargePointId: id, takenAt: pendingProfileTakenAt })
    .from(chargePoints)
    .where(and(lte(pendingProfileTakenAt, by), eq(isPendingProfileRestarted, false)));
  return rows.flatMap(({ chargePointId, takenAt }) => (takenAt ? [{ chargePointId, takenAt }] : []));
}

export async function noteRestartAsked(tx: Tx, chargePointId: string, takenAt: Date): Promise<void> {
  const condition = eq(pendingProfileTakenAt, takenAt);
  await changeChargePoint(tx, chargePointId, { isPendingProfileRestarted: true }, condition);
}

/** The lowest allowed profile of a charge point, the pending one, and that of its last connection. */
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
