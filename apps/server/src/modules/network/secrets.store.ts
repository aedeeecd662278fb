import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargePoints } from './network.tables.ts';

const { id, passwordHash, pendingPasswordHash, previousPasswordHash } = chargePoints;

/**
 * Keeps the hash of a secret that the charge point is about to be sent; it may come with either from now on. Answers false, and keeps
 * nothing, while it is not known whether it has the one that it was sent before: that must stay right.
 */
export async function savePendingSecret(tx: Tx, chargePointId: string, hash: string): Promise<boolean> {
  const isFree = and(eq(id, chargePointId), isNull(pendingPasswordHash));
  return (await tx.update(chargePoints).set({ pendingPasswordHash: hash }).where(isFree)).rowCount === 1;
}

/** The charge point has refused it, or was never sent it. */
export async function deletePendingSecret(tx: Tx, chargePointId: string): Promise<void> {
  await tx.update(chargePoints).set({ pendingPasswordHash: null }).where(eq(id, chargePointId));
}

/** The charge point has taken the new secret, or has come with it: the one before is refused from now on. */
export async function savePendingAsSecret(tx: Tx, chargePointId: string): Promise<void> {
  await tx
    .update(chargePoints)
    .set({
      passwordHash: sql`${pendingPasswordHash}`,
      previousPasswordHash: sql`${passwordHash}`,
      pendingPasswordHash: null,
      keptOldSecretAt: null,
    })
    .where(and(eq(id, chargePointId), isNotNull(pendingPasswordHash)));
}

/** The charge point has come with the secret before; null when it comes with the right one. */
export async function noteOldSecret(tx: Tx, chargePointId: string, at: Date | null): Promise<void> {
  await tx.update(chargePoints).set({ keptOldSecretAt: at }).where(eq(id, chargePointId));
}

/** Past the wire: whoever stands before the charge point sets it there. Answers whether there is such a charge point. */
export async function saveSecret(tx: Tx, chargePointId: string, hash: string): Promise<boolean> {
  const set = {
    passwordHash: hash,
    previousPasswordHash: sql`${passwordHash}`,
    pendingPasswordHash: null,
    keptOldSecretAt: null,
  };
  return (await tx.update(chargePoints).set(set).where(eq(id, chargePointId))).rowCount === 1;
}

/** The secret before is right again. Answers whether there is one. */
export async function restoreSecret(tx: Tx, chargePointId: string): Promise<boolean> {
  const set = {
    passwordHash: sql`${previousPasswordHash}`,
    previousPasswordHash: sql`${passwordHash}`,
    pendingPasswordHash: null,
    keptOldSecretAt: null,
  };
  const isMeant = and(eq(id, chargePointId), isNotNull(previousPasswordHash));
  return (await tx.update(chargePoints).set(set).where(isMeant)).rowCount === 1;
}
