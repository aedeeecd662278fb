import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/database.ts';
import { chargePoints } from '#modules/network/network.tables.ts';
import {
  certificateRoots,
  chargePointCertificates,
  chargePointCommands,
  revokedCertificates,
} from '../operations.tables.ts';
import type { RootCertificate } from './certificate-authority.ts';

export type Certificate = typeof chargePointCertificates.$inferSelect;

export async function findRoot(tx: Tx): Promise<RootCertificate | undefined> {
  const { certificate, privateKey } = certificateRoots;
  return (await tx.select({ certificate, privateKey }).from(certificateRoots))[0];
}

/** Inserts the root certificate, unless there is one, and returns the stored one. */
export async function saveFirstRoot(tx: Tx, made: RootCertificate): Promise<RootCertificate> {
  await tx.insert(certificateRoots).values(made).onConflictDoNothing();
  return (await findRoot(tx)) ?? made;
}

/** Makes requests for the same key take turns until the transaction ends. */
export async function lockKey(tx: Tx, keyHash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyHash}, 0))`);
}

/** Finds a certificate of this charge point with this name and key that is valid beyond the given time. */
export async function findCertificate(
  tx: Tx,
  { chargePointId, name, keyHash, beyond }: { chargePointId: string; name: string; keyHash: string; beyond: Date },
): Promise<Certificate | undefined> {
  const condition = and(
    eq(chargePointCertificates.chargePointId, chargePointId),
    eq(chargePointCertificates.name, name),
    eq(chargePointCertificates.keyHash, keyHash),
    gt(chargePointCertificates.validUntil, beyond),
  );
  const { validUntil } = chargePointCertificates;
  return (await tx.select().from(chargePointCertificates).where(condition).orderBy(desc(validUntil)).limit(1))[0];
}

export async function insertCertificate(tx: Tx, certificate: Certificate): Promise<void> {
  await tx.insert(chargePointCertificates).values(certificate);
}

/** Finds a certificate by fingerprint, and whether it is revoked. */
export async function findByFingerprint(
  tx: Tx,
  fingerprint: string,
): Promise<{ certificate: Certificate | undefined; isRevoked: boolean }> {
  const [certificate] = await tx
    .select()
    .from(chargePointCertificates)
    .where(eq(chargePointCertificates.fingerprint, fingerprint));
  const revoked = await tx.select().from(revokedCertificates).where(eq(revokedCertificates.fingerprint, fingerprint));
  return { certificate, isRevoked: revoked.length > 0 };
}

/** True if a later certificate of the charge point has been in use since `since` or earlier and is still valid. */
export async function isReplaced(tx: Tx, { chargePointId, validFrom }: Certificate, since: Date): Promise<boolean> {
  const isLater = and(
    eq(chargePointCertificates.chargePointId, chargePointId),
    gt(chargePointCertificates.validFrom, validFrom),
    lte(chargePointCertificates.firstUsedAt, since),
    isNull(revokedCertificates.fingerprint),
  );
  const found = await tx
    .select({ serial: chargePointCertificates.serial })
    .from(chargePointCertificates)
    .leftJoin(revokedCertificates, eq(revokedCertificates.fingerprint, chargePointCertificates.fingerprint))
    .where(isLater);
  return found.length > 0;
}

/** True if the charge point has accepted a certificate that is still valid. */
export async function hasCertificateInPlace(tx: Tx, chargePointId: string, now: Date): Promise<boolean> {
  const { serial, fingerprint, validUntil, commandId } = chargePointCertificates;
  const found = await tx
    .select({ serial })
    .from(chargePointCertificates)
    .innerJoin(chargePointCommands, eq(chargePointCommands.id, commandId))
    .leftJoin(revokedCertificates, eq(revokedCertificates.fingerprint, fingerprint))
    .where(
      and(
        eq(chargePointCertificates.chargePointId, chargePointId),
        gt(validUntil, now),
        eq(chargePointCommands.state, 'done'),
        isNull(revokedCertificates.fingerprint),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/**
 * Certificates in use that expire before `until` or have expired, of charge points that have no later certificate in
 * use or installed. An expired one counts until its charge point connects without a certificate.
 */
export async function listExpiring(
  tx: Tx,
  { now, until }: { now: Date; until: Date },
): Promise<{ serial: string; chargePointId: string; validUntil: Date }[]> {
  const { serial, chargePointId, validFrom, validUntil, firstUsedAt, fingerprint } = chargePointCertificates;
  const later = alias(chargePointCertificates, 'later');
  const laterRevoked = alias(revokedCertificates, 'later_revoked');
  const hasLater = tx
    .select({ serial: later.serial })
    .from(later)
    .leftJoin(chargePointCommands, eq(chargePointCommands.id, later.commandId))
    .leftJoin(laterRevoked, eq(laterRevoked.fingerprint, later.fingerprint))
    .where(
      and(
        eq(later.chargePointId, chargePointId),
        gt(later.validFrom, validFrom),
        or(isNotNull(later.firstUsedAt), eq(chargePointCommands.state, 'done')),
        isNull(laterRevoked.fingerprint),
      ),
    );
  return tx
    .select({ serial, chargePointId, validUntil })
    .from(chargePointCertificates)
    .innerJoin(chargePoints, eq(chargePoints.id, chargePointId))
    .leftJoin(revokedCertificates, eq(revokedCertificates.fingerprint, fingerprint))
    .where(
      and(
        or(gt(validUntil, now), eq(chargePoints.seenProfile, 3)),
        lte(validUntil, until),
        isNotNull(firstUsedAt),
        isNull(revokedCertificates.fingerprint),
        isNull(chargePoints.retiredAt),
        notExists(hasLater),
      ),
    )
    .orderBy(asc(validUntil), asc(serial));
}

/** Records when a charge point first connected with this certificate. */
export async function noteFirstUse(tx: Tx, serial: string, at: Date): Promise<void> {
  const { firstUsedAt } = chargePointCertificates;
  await tx
    .update(chargePointCertificates)
    .set({ firstUsedAt: at })
    .where(and(eq(chargePointCertificates.serial, serial), isNull(firstUsedAt)));
}

export async function insertMissingRevocation(tx: Tx, fingerprint: string, revokedAt: Date): Promise<void> {
  await tx.insert(revokedCertificates).values({ fingerprint, revokedAt }).onConflictDoNothing();
}

/** Fingerprints of the certificates that were revoked after `since`. */
export async function listRevokedSince(tx: Tx, since: Date): Promise<string[]> {
  const { fingerprint, revokedAt } = revokedCertificates;
  return (await tx.select({ fingerprint }).from(revokedCertificates).where(gte(revokedAt, since))).map(
    (row) => row.fingerprint,
  );
}

export async function changeCertificateCommand(tx: Tx, serial: string, commandId: string): Promise<void> {
  await tx.update(chargePointCertificates).set({ commandId }).where(eq(chargePointCertificates.serial, serial));
}

/** The certificates of a charge point, newest first, each with the state of the command that sent it. */
export function listCertificates(tx: Tx, chargePointId: string) {
  const { serial, fingerprint, validFrom, validUntil, firstUsedAt, commandId } = chargePointCertificates;
  return tx
    .select({
      serial,
      fingerprint,
      validFrom,
      validUntil,
      firstUsedAt,
      sending: chargePointCommands.state,
      revokedAt: revokedCertificates.revokedAt,
    })
    .from(chargePointCertificates)
    .leftJoin(chargePointCommands, eq(chargePointCommands.id, commandId))
    .leftJoin(revokedCertificates, eq(revokedCertificates.fingerprint, fingerprint))
    .where(eq(chargePointCertificates.chargePointId, chargePointId))
    .orderBy(desc(validUntil), desc(serial))
    .limit(100);
}

export async function purgeCertificates(tx: Tx, before: Date): Promise<void> {
  await tx.delete(chargePointCertificates).where(lte(chargePointCertificates.validUntil, before));
}
