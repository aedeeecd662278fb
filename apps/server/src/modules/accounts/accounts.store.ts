import { and, count, eq, gt, lte, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { codeRequests, codeRequesters, drivers, knownDevices, oneTimeCodes, signIns } from './accounts.tables.ts';
import type { Business } from './business.ts';
import type { CodeRequestCounts } from './codes/code-limits.ts';

/** A driver with an account. One who has deleted it has no mobile number. */
export type Driver = Omit<typeof drivers.$inferSelect, 'mobile' | 'deletedAt'> & { mobile: string };
export type StoredCode = typeof oneTimeCodes.$inferSelect;

/** Makes calls for one number take turns until the transaction ends. */
export async function lockCodesOfNumber(tx: Tx, mobile: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`mobile:${mobile}`}))`);
}

/** Makes requests for codes take turns, so that they cannot pass a limit together. */
export async function lockCodeRequests(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('code-requests'))`);
}

export async function findCode(tx: Tx, mobile: string): Promise<StoredCode | undefined> {
  const [code] = await tx.select().from(oneTimeCodes).where(eq(oneTimeCodes.mobile, mobile));
  return code;
}

export async function saveCode(tx: Tx, code: StoredCode): Promise<void> {
  const { mobile: _, ...rest } = code;
  await tx.insert(oneTimeCodes).values(code).onConflictDoUpdate({ target: oneTimeCodes.mobile, set: rest });
}

export async function spendAttempt(tx: Tx, mobile: string): Promise<void> {
  await tx
    .update(oneTimeCodes)
    .set({ attemptsLeft: sql`${oneTimeCodes.attemptsLeft} - 1` })
    .where(eq(oneTimeCodes.mobile, mobile));
}

/** Deletes the code of a number and everyone's attempts at it. */
export async function deleteCode(tx: Tx, mobile: string): Promise<void> {
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.mobile, mobile));
  await tx.delete(codeRequesters).where(eq(codeRequesters.mobile, mobile));
}

/** Gives each of these requesters attempts of their own. */
export async function grantAttempts(
  tx: Tx,
  { mobile, requesters, attempts, at }: { mobile: string; requesters: string[]; attempts: number; at: Date },
): Promise<void> {
  await tx
    .insert(codeRequesters)
    .values(requesters.map((requester) => ({ mobile, requester, attemptsLeft: attempts, at })))
    .onConflictDoUpdate({
      target: [codeRequesters.mobile, codeRequesters.requester],
      set: { attemptsLeft: attempts, at },
    });
}

/** The requester's remaining attempts, and when they were granted. Undefined if none were since that time. */
export async function findOwnAttempts(
  tx: Tx,
  { mobile, requester }: { mobile: string; requester: string },
  since: Date,
): Promise<{ left: number; at: Date } | undefined> {
  const [own] = await tx
    .select({ left: codeRequesters.attemptsLeft, at: codeRequesters.at })
    .from(codeRequesters)
    .where(
      and(eq(codeRequesters.mobile, mobile), eq(codeRequesters.requester, requester), gt(codeRequesters.at, since)),
    );
  return own;
}

export async function spendOwnAttempt(tx: Tx, mobile: string, requester: string): Promise<void> {
  await tx
    .update(codeRequesters)
    .set({ attemptsLeft: sql`${codeRequesters.attemptsLeft} - 1` })
    .where(and(eq(codeRequesters.mobile, mobile), eq(codeRequesters.requester, requester)));
}

export async function saveDevice(tx: Tx, device: typeof knownDevices.$inferInsert): Promise<void> {
  const { usedAt } = device;
  await tx
    .insert(knownDevices)
    .values(device)
    .onConflictDoUpdate({ target: [knownDevices.mobile, knownDevices.deviceHash], set: { usedAt } });
}

/** True if this device has signed in with this number since that time. */
export async function isKnownDevice(
  tx: Tx,
  { mobile, deviceHash }: { mobile: string; deviceHash: string },
  since: Date,
): Promise<boolean> {
  const known = and(
    eq(knownDevices.mobile, mobile),
    eq(knownDevices.deviceHash, deviceHash),
    gt(knownDevices.usedAt, since),
  );
  return (await tx.select({ mobile: knownDevices.mobile }).from(knownDevices).where(known)).length > 0;
}

/** Bits of an address that identify its range. */
const RANGE_BITS = { 4: 24, 6: 32 };

/** Counts the codes that were requested since a time. */
export async function countCodeRequests(
  tx: Tx,
  { mobile, address, site }: { mobile: string; address: string; site: string | undefined },
  since: Date,
): Promise<CodeRequestCounts> {
  const ofNumber = eq(codeRequests.mobile, mobile);
  const fromAddress = eq(codeRequests.address, address);
  const fromSite = site === undefined ? undefined : eq(codeRequests.site, site);
  const version = site === undefined ? 4 : 6;
  // A caller that has already hung up has no address.
  const range = sql`set_masklen(nullif(${address}::text, '')::inet, ${RANGE_BITS[version]}::integer)`;
  const these = (what: SQL) => sql<number>`(count(*) filter (where ${what}))::int`;
  const counts = {
    ofNumber: these(ofNumber),
    ofNumberFromHere: these(sql`${ofNumber} and ${fromSite ?? fromAddress}`),
    fromAddress: these(fromAddress),
    fromSite: these(fromSite ?? sql`false`),
    fromRange: these(sql`nullif(${codeRequests.address}, '')::inet <<= ${range}`),
    inAll: count(),
  };
  // One query, because other requests for codes wait for it.
  const [row] = await tx.select(counts).from(codeRequests).where(gt(codeRequests.at, since));
  if (!row) throw new Error('A count has no row.');
  return { ...row, version };
}

/** Returns the id for `deleteCodeRequest`. */
export async function insertCodeRequest(tx: Tx, request: typeof codeRequests.$inferInsert): Promise<number> {
  const [row] = await tx.insert(codeRequests).values(request).returning({ id: codeRequests.id });
  if (!row) throw new Error('The request just noted is not there.');
  return row.id;
}

export async function deleteCodeRequest(tx: Tx, id: number): Promise<void> {
  await tx.delete(codeRequests).where(eq(codeRequests.id, id));
}

/** Finds the driver with this number, or inserts one. */
export async function findOrInsertDriver(tx: Tx, mobile: string, now: Date): Promise<Driver> {
  await tx.insert(drivers).values({ mobile, createdAt: now }).onConflictDoNothing();
  const [driver] = await tx.select().from(drivers).where(eq(drivers.mobile, mobile));
  if (!driver) throw new Error('The driver just made is not there.');
  return { ...driver, mobile };
}

export async function findDriver(tx: Tx, driverId: number): Promise<Driver | undefined> {
  const [driver] = await tx.select().from(drivers).where(eq(drivers.id, driverId));
  return driver && driver.mobile !== null ? { ...driver, mobile: driver.mobile } : undefined;
}

/**
 * Erases everything of a driver except the row that money and invoices refer to. The number is free for another driver.
 */
export async function eraseDriver(tx: Tx, { id, mobile }: Pick<Driver, 'id' | 'mobile'>, now: Date): Promise<void> {
  await deleteSignInsOfDriver(tx, id);
  await deleteCode(tx, mobile);
  await tx.delete(knownDevices).where(eq(knownDevices.mobile, mobile));
  const nothing = { mobile: null, name: '', email: '', gstin: '', businessName: '', businessAddress: '' };
  await tx
    .update(drivers)
    .set({ ...nothing, deletedAt: now })
    .where(eq(drivers.id, id));
}

/** Purges expired sign-ins and codes, and requests that no longer count. */
export async function purgeSignInsAndCodes(tx: Tx, now: Date, since: { codes: Date; known: Date }): Promise<void> {
  await tx.delete(codeRequests).where(lte(codeRequests.at, since.codes));
  await tx.delete(codeRequesters).where(lte(codeRequesters.at, since.codes));
  await tx.delete(knownDevices).where(lte(knownDevices.usedAt, since.known));
  await tx.delete(oneTimeCodes).where(lte(oneTimeCodes.expiresAt, now));
  await tx.delete(signIns).where(lte(signIns.expiresAt, now));
}

export function listNames(tx: Tx, driverIds: number[]): Promise<{ id: number; name: string }[]> {
  return tx.select({ id: drivers.id, name: drivers.name }).from(drivers).where(isAnyOf(drivers.id, driverIds));
}

/** Sets the name of the driver with this number, who is inserted if missing. Returns the id. */
export async function saveDriver(
  tx: Tx,
  { mobile, name }: { mobile: string; name: string },
  now: Date,
): Promise<number> {
  const { id } = await findOrInsertDriver(tx, mobile, now);
  await tx.update(drivers).set({ name }).where(eq(drivers.id, id));
  return id;
}

export async function changeDriver(
  tx: Tx,
  driverId: number,
  details: { name: string; email: string } & Partial<Business>,
): Promise<void> {
  await tx.update(drivers).set(details).where(eq(drivers.id, driverId));
}

export async function insertSignIn(tx: Tx, signIn: typeof signIns.$inferInsert): Promise<void> {
  await tx.insert(signIns).values(signIn);
}

export async function findSignIn(tx: Tx, tokenHash: string): Promise<typeof signIns.$inferSelect | undefined> {
  const [signIn] = await tx.select().from(signIns).where(eq(signIns.tokenHash, tokenHash));
  return signIn;
}

export async function renewSignIn(tx: Tx, tokenHash: string, usedAt: Date, expiresAt: Date): Promise<void> {
  await tx.update(signIns).set({ usedAt, expiresAt }).where(eq(signIns.tokenHash, tokenHash));
}

export async function deleteSignIn(tx: Tx, tokenHash: string): Promise<void> {
  await tx.delete(signIns).where(eq(signIns.tokenHash, tokenHash));
}

export async function deleteSignInsOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.delete(signIns).where(eq(signIns.driverId, driverId));
}
