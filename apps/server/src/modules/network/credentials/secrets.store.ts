import { and, eq, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { changeChargePoint } from '../charge-points/charge-point-changes.store.ts';
import { chargePoints } from '../network.tables.ts';

const { passwordHash, pendingPasswordHash, previousPasswordHash, isPendingOvertaken, retiredAt } = chargePoints;

const NO_PENDING_SECRET = { pendingPasswordHash: null, isPendingOvertaken: false };

/** The columns for a new valid secret, so that the old one can be restored. */
const replacedBy = (hash: SQL | string) => ({
  passwordHash: hash,
  previousPasswordHash: sql`${passwordHash}`,
  keptOldSecretAt: null,
});

/**
 * Stores the hash of a secret that the charge point is about to be sent. Both are valid from now on. Returns false and
 * stores nothing if it is unknown whether the charge point has the one sent before, because that must stay valid.
 */
export async function savePendingSecret(tx: Tx, chargePointId: string, hash: string): Promise<boolean> {
  const pending = sql`nullif(${hash}::text, ${passwordHash})`;
  return changeChargePoint(tx, chargePointId, { pendingPasswordHash: pending }, isNull(pendingPasswordHash));
}

/** Deletes the pending secret, because the charge point has refused it or was never sent it. */
export async function deletePendingSecret(tx: Tx, chargePointId: string, hash: string): Promise<void> {
  await changeChargePoint(tx, chargePointId, NO_PENDING_SECRET, eq(pendingPasswordHash, hash));
}

/**
 * Makes the pending secret the only valid one, because the charge point has used it. Not if another was set by hand
 * since, because someone is about to enter that one. Returns true if it was changed.
 */
export async function savePendingAsSecret(tx: Tx, chargePointId: string, hash: string): Promise<boolean> {
  const isAwaited = and(eq(pendingPasswordHash, hash), eq(isPendingOvertaken, false));
  return changeChargePoint(
    tx,
    chargePointId,
    { ...replacedBy(sql`${pendingPasswordHash}`), ...NO_PENDING_SECRET },
    isAwaited,
  );
}

/**
 * Stores that the charge point has accepted a secret. One that is no longer pending becomes valid beside the current
 * one.
 */
export async function saveConfirmedSecret(tx: Tx, chargePointId: string, hash: string): Promise<void> {
  if (await savePendingAsSecret(tx, chargePointId, hash)) return;
  const isNew = and(ne(passwordHash, hash), or(isNull(previousPasswordHash), ne(previousPasswordHash, hash)));
  await changeChargePoint(tx, chargePointId, { pendingPasswordHash: hash }, and(isNull(pendingPasswordHash), isNew));
}

/** Stores that the charge point has used its previous secret. */
export async function savePreviousSecretUsed(tx: Tx, chargePointId: string, at: Date): Promise<void> {
  await changeChargePoint(tx, chargePointId, { keptOldSecretAt: at });
}

/** Stores that the charge point has used its current secret. If that was set by hand, the pending one is dropped. */
export async function saveCurrentSecretUsed(tx: Tx, chargePointId: string): Promise<void> {
  await changeChargePoint(tx, chargePointId, {
    keptOldSecretAt: null,
    pendingPasswordHash: sql`case when not ${isPendingOvertaken} then ${pendingPasswordHash} end`,
    isPendingOvertaken: false,
  });
}

/**
 * Sets a secret that someone enters at the charge point. A pending secret stays valid beside it. Returns false if there
 * is no such charge point.
 */
export async function saveSecret(tx: Tx, chargePointId: string, hash: string): Promise<boolean> {
  const isOvertaken = sql`${pendingPasswordHash} is not null`;
  const set = { ...replacedBy(hash), isPendingOvertaken: isOvertaken };
  return changeChargePoint(tx, chargePointId, set, isNull(retiredAt));
}

/**
 * Makes the previous secret valid again. A pending one stays valid beside it. Returns false if there is no previous
 * secret.
 */
export async function restoreSecret(tx: Tx, chargePointId: string): Promise<boolean> {
  const restored = { ...replacedBy(sql`${previousPasswordHash}`), isPendingOvertaken: false };
  return changeChargePoint(tx, chargePointId, restored, isNotNull(previousPasswordHash));
}
