import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { isAnyOf } from '#db/any-of.ts';
import { columnOf } from '#db/column.ts';
import type { Tx } from '#db/database.ts';
import { changeChargePoint } from './change-charge-point.store.ts';
import { chargePoints, connectors, type Admission, type SecurityProfile } from './network.tables.ts';

/** Stores what charge points report about themselves, for many of them in one statement. */

/** What one charge point reported since the last write. `heardAt` alone is a sign of life. What is missing stays as it is. */
export interface ChargePointChange {
  chargePointId: string;
  heardAt: Date;
  /** What a BootNotification said. */
  boot?: { vendor: string; model: string; firmware: string | null; serialNumber: string | null };
  /** Status of the charge point itself (connector 0). */
  ownStatus?: { status: string; errorCode: string };
  connectors: Map<number, { status: string; errorCode: string; statusAt: Date }>;
}

/**
 * Updates charge points and their connectors, and returns the station of each charge point that is ours. A connector that we do not know
 * is not for sale, so its reports are not stored. Rows are locked in the order of their ids, so that two writers cannot deadlock. With
 * `skipLocked`, rows that another transaction has locked are left out, also of the result.
 *
 * Without `firmware` in a boot the stored firmware goes, because an update can make it wrong. The serial number stays.
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
  const ids = changes.map(({ chargePointId }) => chargePointId);
  await tx.execute(sql`
    update ${chargePoints} as c
    set seen_at = t.seen_at, first_seen_at = coalesce(c.first_seen_at, t.seen_at), vendor = coalesce(t.vendor, c.vendor), model = coalesce(t.model, c.model),
        firmware = case when t.vendor is null then c.firmware else t.firmware end,
        serial_number = coalesce(t.serial_number, c.serial_number),
        status = coalesce(t.status, c.status), error_code = coalesce(t.error_code, c.error_code)
    from unnest(${columnOf(ids)}::text[], ${columnOf(changes.map(({ heardAt }) => heardAt.toISOString()))}::timestamptz[],
        ${columnOf(changes.map(({ boot }) => boot?.vendor))}::text[], ${columnOf(changes.map(({ boot }) => boot?.model))}::text[],
        ${columnOf(changes.map(({ boot }) => boot?.firmware))}::text[], ${columnOf(changes.map(({ boot }) => boot?.serialNumber))}::text[],
        ${columnOf(changes.map(({ ownStatus }) => ownStatus?.status))}::text[], ${columnOf(changes.map(({ ownStatus }) => ownStatus?.errorCode))}::text[])
      as t (id, seen_at, vendor, model, firmware, serial_number, status, error_code)
    where c.id = t.id`);
  const statuses = changes.flatMap(({ chargePointId, connectors: changed }) =>
    [...changed].map(([number, columns]) => ({ chargePointId, number, ...columns })),
  );
  if (statuses.length > 0)
    await tx.execute(sql`
      update ${connectors} as c
      set status = t.status, error_code = t.error_code, status_at = t.status_at
      from unnest(${columnOf(statuses.map((one) => one.chargePointId))}::text[], ${columnOf(statuses.map((one) => one.number))}::int[],
          ${columnOf(statuses.map((one) => one.status))}::text[], ${columnOf(statuses.map((one) => one.errorCode))}::text[],
          ${columnOf(statuses.map((one) => one.statusAt.toISOString()))}::timestamptz[])
        as t (charger_id, number, status, error_code, status_at)
      where c.charger_id = t.charger_id and c.number = t.number`);
  return stationOf;
}

/** What a charge point must prove, and how it is let in. */
export interface StoredCredentials {
  passwordHash: string;
  /** Of a secret that it was sent and has not been seen with. */
  pendingHash: string | null;
  /** Of the secret before. */
  previousHash: string | null;
  /** It was last refused with that, or one was set by hand while another was pending: what it comes with next settles it. */
  isRightOneAwaited: boolean;
  admission: Admission;
  /** The least that it may come with. */
  securityProfile: SecurityProfile;
  /** Of one that it was sent and has not come with. */
  pendingProfile: SecurityProfile | null;
  /** What it last came with. */
  seenProfile: SecurityProfile;
  /** What a maker's certificate may name in place of the identity. */
  confirmedSerialNumber: string | null;
}

/** What is known at the door of those of these charge points that have a secret. */
export async function listCredentialsOf(tx: Tx, ids: string[]): Promise<ReadonlyMap<string, StoredCredentials>> {
  const { id, passwordHash, pendingPasswordHash, previousPasswordHash, admission } = chargePoints;
  const { securityProfile, pendingProfile, seenProfile, confirmedSerialNumber } = chargePoints;
  const rows = await tx
    .select({
      id,
      passwordHash,
      pendingHash: pendingPasswordHash,
      previousHash: previousPasswordHash,
      isRightOneAwaited: sql<boolean>`${chargePoints.keptOldSecretAt} is not null or ${chargePoints.isPendingOvertaken}`,
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

/** How a boot is answered; as any other's where the charge point is not known. */
export async function listAdmissions(tx: Tx, ids: string[]): Promise<ReadonlyMap<string, Admission>> {
  const { id, admission } = chargePoints;
  const rows = await tx.select({ id, admission }).from(chargePoints).where(inArray(id, ids));
  return new Map(rows.map((row) => [row.id, row.admission]));
}

/** The device's own, by what it last said at a boot. */
export async function findSerialNumber(tx: Tx, chargePointId: string): Promise<string | undefined> {
  const { id, serialNumber } = chargePoints;
  return (
    (await tx.select({ serialNumber }).from(chargePoints).where(eq(id, chargePointId)))[0]?.serialNumber ?? undefined
  );
}

/** What it runs, as it told at its last boot. */
export async function findFirmwareVersion(tx: Tx, chargePointId: string): Promise<string | null> {
  const { id, firmware } = chargePoints;
  return (await tx.select({ firmware }).from(chargePoints).where(eq(id, chargePointId)))[0]?.firmware ?? null;
}

/** Answers whether there is such a charge point. */
export async function changeAdmission(tx: Tx, chargePointId: string, admission: Admission): Promise<boolean> {
  return changeChargePoint(tx, chargePointId, { admission });
}

/** With those that were sent and not seen yet. */
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
