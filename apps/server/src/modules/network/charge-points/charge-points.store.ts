import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { chargePoints, type Admission, type SecurityProfile } from '../network.tables.ts';
import { changeFromReports, type ChargePointChange } from '../reports/reported-columns.store.ts';
import { changeChargePoint } from './charge-point-changes.store.ts';

/**
 * Stores the reports of charge points, and returns the station of each charge point that is ours. Reports of a
 * connector that we do not know are not stored. Rows are locked in the order of their ids, so that two writers cannot
 * deadlock. With `skipLocked`, rows that another transaction has locked are left out, also of the result.
 */
export async function changeChargePoints(
  tx: Tx,
  all: ChargePointChange[],
  { skipLocked }: { skipLocked?: boolean } = {},
): Promise<ReadonlyMap<string, string>> {
  const { id, stationId } = chargePoints;
  const rows = await tx
    .select({ id, stationId })
    .from(chargePoints)
    .where(
      isAnyOf(
        id,
        all.map(({ chargePointId }) => chargePointId),
      ),
    )
    .orderBy(id)
    .for('no key update', skipLocked ? { skipLocked } : {});
  const stationOf = new Map(rows.map((row) => [row.id, row.stationId]));
  const changes = all.filter(({ chargePointId }) => stationOf.has(chargePointId));
  if (changes.length === 0) return stationOf;
  await changeFromReports(tx, changes);
  return stationOf;
}

/** What is needed to check a charge point's credentials and to answer its boot. Hashes are SHA-256 in hex. */
export interface StoredCredentials {
  passwordHash: string;
  /** Hash of a secret that was sent to the charge point and that it has not used yet. */
  pendingHash: string | null;
  /** Hash of the previous secret. */
  previousHash: string | null;
  /**
   * True if the charge point was last refused for the previous secret, or if one was set by hand while another was
   * pending. The secret of its next connection decides.
   */
  awaitsCurrentSecret: boolean;
  admission: Admission;
  /** The lowest security profile with which it may connect. */
  securityProfile: SecurityProfile;
  /** A security profile that was sent to the charge point and that it has not used yet. */
  pendingProfile: SecurityProfile | null;
  /** The security profile of its last connection. */
  seenProfile: SecurityProfile;
  /** A manufacturer's certificate may name this serial number instead of the identity. */
  confirmedSerialNumber: string | null;
}

/** The credentials of those of these charge points that have a secret and are not retired. */
export async function listCredentialsOf(tx: Tx, ids: string[]): Promise<ReadonlyMap<string, StoredCredentials>> {
  const { id, passwordHash, pendingPasswordHash, previousPasswordHash, admission } = chargePoints;
  const { securityProfile, pendingProfile, seenProfile, confirmedSerialNumber } = chargePoints;
  const rows = await tx
    .select({
      id,
      passwordHash,
      pendingHash: pendingPasswordHash,
      previousHash: previousPasswordHash,
      awaitsCurrentSecret: sql<boolean>`${chargePoints.keptOldSecretAt} is not null or ${chargePoints.isPendingOvertaken}`,
      admission,
      securityProfile,
      pendingProfile,
      seenProfile,
      confirmedSerialNumber,
    })
    .from(chargePoints)
    .where(and(isAnyOf(id, ids), isNull(chargePoints.retiredAt)));
  return new Map(
    rows.flatMap(({ id: of, passwordHash: hash, ...more }) =>
      hash === null ? [] : [[of, { passwordHash: hash, ...more }] as const],
    ),
  );
}

/** The answers to these charge points' boots. Unknown charge points are left out. */
export async function listAdmissions(tx: Tx, ids: string[]): Promise<ReadonlyMap<string, Admission>> {
  const { id, admission } = chargePoints;
  const rows = await tx.select({ id, admission }).from(chargePoints).where(inArray(id, ids));
  return new Map(rows.map((row) => [row.id, row.admission]));
}

/** The serial number of the device, from its last boot. */
export async function findSerialNumber(tx: Tx, chargePointId: string): Promise<string | undefined> {
  const { id, serialNumber } = chargePoints;
  return (
    (await tx.select({ serialNumber }).from(chargePoints).where(eq(id, chargePointId)))[0]?.serialNumber ?? undefined
  );
}

/** The firmware version from its last boot. */
export async function findFirmwareVersion(tx: Tx, chargePointId: string): Promise<string | null> {
  const { id, firmware } = chargePoints;
  return (await tx.select({ firmware }).from(chargePoints).where(eq(id, chargePointId)))[0]?.firmware ?? null;
}

/** Returns false if there is no such charge point. */
export async function changeAdmission(tx: Tx, chargePointId: string, admission: Admission): Promise<boolean> {
  return changeChargePoint(tx, chargePointId, { admission });
}

/** The hashes of valid secrets by charge point, including pending ones. */
export async function listPasswordHashes(tx: Tx): Promise<ReadonlyMap<string, string[]>> {
  const { id, passwordHash, pendingPasswordHash } = chargePoints;
  const rows = await tx
    .select({ id, passwordHash, pendingPasswordHash })
    .from(chargePoints)
    .where(isNotNull(passwordHash));
  return new Map(
    rows.map((row) => [row.id, [row.passwordHash, row.pendingPasswordHash].filter((hash) => hash !== null)]),
  );
}
