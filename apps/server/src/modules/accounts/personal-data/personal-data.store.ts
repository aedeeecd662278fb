import { and, count, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import {
  codeRequests,
  codeRequesters,
  drivers,
  knownDevices,
  oneTimeCodes,
  personalDataExports,
  signIns,
} from '../accounts.tables.ts';
import type { PersonalData, PersonalOwner } from './personal-part.ts';

/** The driver's profile, sign-ins, and requests for codes with their number, for the export of personal data. */
export async function accountsData(tx: Tx, { driverId, mobile }: PersonalOwner, limit: number): Promise<PersonalData> {
  return {
    drivers: await tx
      .select({
        name: drivers.name,
        email: drivers.email,
        mobile: drivers.mobile,
        gstin: drivers.gstin,
        business_name: drivers.businessName,
        business_address: drivers.businessAddress,
        created_at: drivers.createdAt,
      })
      .from(drivers)
      .where(eq(drivers.id, driverId)),
    tokens: await tx
      .select({ created_at: signIns.createdAt, used_at: signIns.usedAt, expires_at: signIns.expiresAt })
      .from(signIns)
      .where(eq(signIns.driverId, driverId))
      .orderBy(desc(signIns.usedAt))
      .limit(limit),
    one_time_codes: await tx
      .select({ sent_at: oneTimeCodes.sentAt, expires_at: oneTimeCodes.expiresAt })
      .from(oneTimeCodes)
      .where(eq(oneTimeCodes.mobile, mobile)),
    // Anyone may request and try a code with the number, and their network addresses are not the driver's data.
    code_requests: await tx
      .select({ at: codeRequests.at })
      .from(codeRequests)
      .where(eq(codeRequests.mobile, mobile))
      .orderBy(desc(codeRequests.at))
      .limit(limit),
    code_triers: await tx
      .select({ at: codeRequesters.at, tries_left: codeRequesters.attemptsLeft })
      .from(codeRequesters)
      .where(eq(codeRequesters.mobile, mobile))
      .orderBy(desc(codeRequesters.at))
      .limit(limit),
    known_devices: await tx
      .select({ used_at: knownDevices.usedAt })
      .from(knownDevices)
      .where(eq(knownDevices.mobile, mobile))
      .orderBy(desc(knownDevices.usedAt))
      .limit(limit),
    personal_data_exports: await tx
      .select({ at: personalDataExports.at, format: personalDataExports.format })
      .from(personalDataExports)
      .where(eq(personalDataExports.driverId, driverId))
      .orderBy(desc(personalDataExports.at))
      .limit(limit),
  };
}

/** Makes exports of one driver take turns, so that they cannot pass the limit together. */
export async function lockExportsOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`personal-data:${driverId}`}))`);
}

export async function countExportsOfDriver(tx: Tx, driverId: number, since: Date): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(personalDataExports)
    .where(and(eq(personalDataExports.driverId, driverId), gt(personalDataExports.at, since)));
  return row?.total ?? 0;
}

/** Returns the id for `deleteExport`. */
export async function insertExport(tx: Tx, copy: typeof personalDataExports.$inferInsert): Promise<number> {
  const [row] = await tx.insert(personalDataExports).values(copy).returning({ id: personalDataExports.id });
  if (!row) throw new Error('The copy just noted is not there.');
  return row.id;
}

export async function deleteExport(tx: Tx, id: number): Promise<void> {
  await tx.delete(personalDataExports).where(eq(personalDataExports.id, id));
}

export async function deleteExportsOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.delete(personalDataExports).where(eq(personalDataExports.driverId, driverId));
}

/** Purges exports that the limit no longer counts. */
export async function purgeExports(tx: Tx, before: Date): Promise<void> {
  await tx.delete(personalDataExports).where(lte(personalDataExports.at, before));
}
