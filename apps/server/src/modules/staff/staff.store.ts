import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, ne, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { apiTokens, staff, staffSignIns, staffTickets, signInAttempts } from './staff.tables.ts';

/** A member of staff. */
export type Person = typeof staff.$inferSelect;
export type ApiToken = typeof apiTokens.$inferSelect;
export type Ticket = typeof staffTickets.$inferSelect;

export async function findPerson(tx: Tx, id: number): Promise<Person | undefined> {
  return (await tx.select().from(staff).where(eq(staff.id, id)))[0];
}

export async function findPersonByEmail(tx: Tx, email: string): Promise<Person | undefined> {
  return (await tx.select().from(staff).where(eq(staff.email, email)))[0];
}

/** The person whose invitation is valid. */
export async function findInvited(tx: Tx, invitationHash: string, now: Date): Promise<Person | undefined> {
  const invited = and(eq(staff.invitationHash, invitationHash), gt(staff.invitedUntil, now), isNull(staff.disabledAt));
  return (await tx.select().from(staff).where(invited))[0];
}

export async function lockPerson(tx: Tx, id: number): Promise<Person | undefined> {
  return (await tx.select().from(staff).where(eq(staff.id, id)).for('update'))[0];
}

/** Makes changes of owners take turns until the transaction ends. */
export async function lockOwners(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('staff-owners'))`);
}

/** Others who can sign in as an owner. */
export async function countOtherOwners(tx: Tx, id: number): Promise<number> {
  const others = and(
    ne(staff.id, id),
    eq(staff.role, 'owner'),
    isNull(staff.disabledAt),
    isNotNull(staff.passwordHash),
  );
  return (await tx.select({ total: count() }).from(staff).where(others))[0]?.total ?? 0;
}

export function listPeople(tx: Tx): Promise<(Person & { lastHereAt: Date | null })[]> {
  const lastHereAt = sql<string | null>`(select max(${staffSignIns.usedAt}) from ${staffSignIns}
    where ${staffSignIns.staffId} = ${staff}."id")`.mapWith((value: string) => new Date(value));
  return tx
    .select({ person: staff, lastHereAt })
    .from(staff)
    .orderBy(asc(staff.email))
    .then((rows) => rows.map((row) => ({ ...row.person, lastHereAt: row.lastHereAt })));
}

/** Undefined if another person has the e-mail. */
export async function insertMissingStaff(tx: Tx, row: typeof staff.$inferInsert): Promise<Person | undefined> {
  return (await tx.insert(staff).values(row).onConflictDoNothing().returning())[0];
}

export async function changePerson(tx: Tx, id: number, change: Partial<Person>): Promise<void> {
  await tx.update(staff).set(change).where(eq(staff.id, id));
}

/** Makes attempts to sign in take turns until the transaction ends. */
export async function lockAttempts(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('staff-tries'))`);
}

/** Numbers of failed attempts since a time: with this e-mail from this address, from the address, with the e-mail. */
export async function countAttempts(
  tx: Tx,
  { email, address }: { email: string; address: string },
  since: Date,
): Promise<{ ofBoth: number; ofAddress: number; ofEmail: number }> {
  const withEmail = eq(signInAttempts.email, email);
  const fromAddress = eq(signInAttempts.address, address);
  const these = (what: SQL) => sql<number>`(count(*) filter (where ${what}))::int`;
  const [row] = await tx
    .select({
      ofBoth: these(sql`${withEmail} and ${fromAddress}`),
      ofAddress: these(fromAddress),
      ofEmail: these(withEmail),
    })
    .from(signInAttempts)
    .where(and(gt(signInAttempts.at, since), sql`(${withEmail} or ${fromAddress})`));
  return row ?? { ofBoth: 0, ofAddress: 0, ofEmail: 0 };
}

export async function insertAttempt(tx: Tx, row: { email: string; address: string; at: Date }): Promise<number> {
  const [added] = await tx.insert(signInAttempts).values(row).returning({ id: signInAttempts.id });
  if (!added) throw new Error('The attempt just noted is not there.');
  return added.id;
}

export async function deleteAttempt(tx: Tx, id: number): Promise<void> {
  await tx.delete(signInAttempts).where(eq(signInAttempts.id, id));
}

export async function deleteAttemptsOf(tx: Tx, { email, address }: { email: string; address: string }): Promise<void> {
  await tx.delete(signInAttempts).where(and(eq(signInAttempts.email, email), eq(signInAttempts.address, address)));
}

/** True if the person with this e-mail has signed in from this address recently. */
export async function hasSignedInFrom(
  tx: Tx,
  { email, address }: { email: string; address: string },
): Promise<boolean> {
  const rows = await tx
    .select({ id: staff.id })
    .from(staffSignIns)
    .innerJoin(staff, eq(staff.id, staffSignIns.staffId))
    .where(and(eq(staff.email, email), eq(staffSignIns.address, address)))
    .limit(1);
  return rows.length > 0;
}

export async function insertTicket(tx: Tx, row: Ticket): Promise<void> {
  await tx.insert(staffTickets).values(row);
}

export async function findTicket(tx: Tx, ticketHash: string, now: Date): Promise<Ticket | undefined> {
  const open = and(eq(staffTickets.ticketHash, ticketHash), gt(staffTickets.expiresAt, now));
  return (await tx.select().from(staffTickets).where(open))[0];
}

/** Returns true if it was still there. */
export async function deleteTicket(tx: Tx, ticketHash: string): Promise<boolean> {
  return (await tx.delete(staffTickets).where(eq(staffTickets.ticketHash, ticketHash)).returning()).length > 0;
}

export async function insertStaffSignIn(tx: Tx, row: typeof staffSignIns.$inferInsert): Promise<void> {
  await tx.insert(staffSignIns).values(row);
}

/** A sign-in that has not expired, of a person who is not disabled. */
export async function findStaffSignIn(
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<{ signIn: typeof staffSignIns.$inferSelect; person: Person } | undefined> {
  const [row] = await tx
    .select({ signIn: staffSignIns, person: staff })
    .from(staffSignIns)
    .innerJoin(staff, eq(staff.id, staffSignIns.staffId))
    .where(and(eq(staffSignIns.tokenHash, tokenHash), gt(staffSignIns.expiresAt, now), isNull(staff.disabledAt)));
  return row;
}

export async function changeSignInUse(tx: Tx, tokenHash: string, usedAt: Date): Promise<void> {
  await tx.update(staffSignIns).set({ usedAt }).where(eq(staffSignIns.tokenHash, tokenHash));
}

/** Ends one sign-in, or all sign-ins of a person except one. */
export async function endSignIns(
  tx: Tx,
  which: { tokenHash: string } | { staffId: number; butHash?: string },
  now: Date,
): Promise<void> {
  const condition =
    'tokenHash' in which
      ? eq(staffSignIns.tokenHash, which.tokenHash)
      : and(eq(staffSignIns.staffId, which.staffId), ne(staffSignIns.tokenHash, which.butHash ?? ''));
  await tx
    .update(staffSignIns)
    .set({ expiresAt: now })
    .where(and(condition, gt(staffSignIns.expiresAt, now)));
}

export async function deleteTicketsOf(tx: Tx, staffId: number): Promise<void> {
  await tx.delete(staffTickets).where(eq(staffTickets.staffId, staffId));
}

export async function insertApiToken(tx: Tx, row: typeof apiTokens.$inferInsert): Promise<ApiToken> {
  const [added] = await tx.insert(apiTokens).values(row).returning();
  if (!added) throw new Error('The API token just made is not there.');
  return added;
}

/** A valid API token: neither expired nor revoked. */
export async function findApiToken(tx: Tx, tokenHash: string, now: Date): Promise<ApiToken | undefined> {
  const live = and(eq(apiTokens.tokenHash, tokenHash), gt(apiTokens.expiresAt, now), isNull(apiTokens.revokedAt));
  return (await tx.select().from(apiTokens).where(live))[0];
}

export async function findApiTokenById(tx: Tx, id: number): Promise<ApiToken | undefined> {
  return (await tx.select().from(apiTokens).where(eq(apiTokens.id, id)))[0];
}

/** Newest first, with the e-mail of the person who created each. */
export async function listApiTokens(tx: Tx, limit: number): Promise<(ApiToken & { createdByEmail: string })[]> {
  const rows = await tx
    .select({ token: apiTokens, createdByEmail: staff.email })
    .from(apiTokens)
    .innerJoin(staff, eq(staff.id, apiTokens.createdBy))
    .orderBy(desc(apiTokens.id))
    .limit(limit);
  return rows.map(({ token, createdByEmail }) => ({ ...token, createdByEmail }));
}

export async function changeApiTokenUse(tx: Tx, id: number, usedAt: Date): Promise<void> {
  await tx.update(apiTokens).set({ usedAt }).where(eq(apiTokens.id, id));
}

/** Revokes one token, or all that a person made. Returns those that were valid until now. */
export async function revokeApiTokens(
  tx: Tx,
  which: { id: number } | { createdBy: number },
  now: Date,
): Promise<ApiToken[]> {
  const condition = 'id' in which ? eq(apiTokens.id, which.id) : eq(apiTokens.createdBy, which.createdBy);
  return tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(condition, isNull(apiTokens.revokedAt)))
    .returning();
}

/** Purges expired tickets, attempts that no longer count, and sign-ins that ended before a time. */
export async function purgeStaffSignIns(tx: Tx, now: Date, since: { tried: Date; ended: Date }): Promise<void> {
  await tx.delete(staffTickets).where(lte(staffTickets.expiresAt, now));
  await tx.delete(signInAttempts).where(lte(signInAttempts.at, since.tried));
  await tx.delete(staffSignIns).where(lte(staffSignIns.expiresAt, since.ended));
}
