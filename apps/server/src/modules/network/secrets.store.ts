import { and, eq, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { changeChargePoint } from './change-charge-point.store.ts';
import { chargePoints } from './network.tables.ts';

const { passwordHash, pendingPasswordHash, previousPasswordHash, isPendingOvertaken, retiredAt } = chargePoints;

const PENDING_OVER = { pendingPasswordHash: null, isPendingOvertaken: false };

/** Another secret is right from now on; the one before can be restored. */
const replacedBy = (hash: SQL | string) => ({
  passwordHash: hash,
  previousPasswordHash: sql`${passwordHash}`,
  keptOldSecretAt: null,
});

/**
 * Keeps the hash of a secret that the charge point is about to be sent; it may come with either from now on. Answers false, and keeps
 * nothing, while it is not known whether it has the one that it was sent before: that must stay right.
 */
export async function savePendingSecret(tx: Tx, chargePointId: string, hash: string): Promise<boolean> {
  const pending = sql`nullif(${hash}::text, ${passwordHash})`;
  return changeChargePoint(tx, chargePointId, { pendingPasswordHash: pending }, isNull(pendingPasswordHash));
}

/** The charge point has refused it, or was never sent it. */
export async function deletePendingSecret(tx: Tx, chargePointId: string, hash: string): Promise<void> {
  await changeChargePoint(tx, chargePointId, PENDING_OVER, eq(pendingPasswordHash, hash));
}

/**
 * The charge point has come with the secret that it was sent: the one before is refused from now on. Not where one was set by hand
 * since, since somebody is on the way to it with that. Answers whether it was so.
 */
export async function savePendingAsSecret(tx: Tx, chargePointId: string, hash: string): Promise<boolean> {
  const isAwaited = and(eq(pendingPasswordHash, hash), eq(isPendingOvertaken, false));
  return changeChargePoint(
    tx,
    chargePointId,
    { ...replacedBy(sql`${pendingPasswordHash}`), ...PENDING_OVER },
    isAwaited,
  );
}

/** The charge point says that it has taken a secret. One that was not awaited any more is right beside the one there is. */
export async function saveConfirmedSecret(tx: Tx, chargePointId: string, hash: string): Promise<void> {
  if (await savePendingAsSecret(tx, chargePointId, hash)) return;
  const isNew = and(ne(passwordHash, hash), or(isNull(previousPasswordHash), ne(previousPasswordHash, hash)));
  await changeChargePoint(tx, chargePointId, { pendingPasswordHash: hash }, and(isNull(pendingPasswordHash), isNew));
}

/** The charge point has come with the secret before. */
export async function savePreviousSecretUsed(tx: Tx, chargePointId: string, at: Date): Promise<void> {
  await changeChargePoint(tx, chargePointId, { keptOldSecretAt: at });
}

/** The charge point has come with the right one; where that was set by hand, it has not the one that it was sent before. */
export async function saveCurrentSecretUsed(tx: Tx, chargePointId: string): Promise<void> {
  await changeChargePoint(tx, chargePointId, {
    keptOldSecretAt: null,
    pendingPasswordHash: sql`case when not ${isPendingOvertaken} then ${pendingPasswordHash} end`,
    isPendingOvertaken: false,
  });
}

/**
 * Past the wire: whoever stands before the charge point sets it there. One that it may have been sent stays right beside it. Answers
 * whether there is such a charge point.
 */
export async function saveSecret(tx: Tx, chargePointId: string, hash: string): Promise<boolean> {
  const isOvertaken = sql`${pendingPasswordHash} is not null`;
  const set = { ...replacedBy(hash), isPendingOvertaken: isOvertaken };
  return changeChargePoint(tx, chargePointId, set, isNull(retiredAt));
}

/** The secret before is right again, beside one that it may have been sent. Answers whether there is one. */
export async function restoreSecret(tx: Tx, chargePointId: string): Promise<boolean> {
  const restored = { ...replacedBy(sql`${previousPasswordHash}`), isPendingOvertaken: false };
  return changeChargePoint(tx, chargePointId, restored, isNotNull(previousPasswordHash));
}
