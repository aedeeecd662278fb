import { and, asc, desc, eq, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { batchesOf } from '#kernel/batches.ts';
import { isSameTag } from '#kernel/ids.ts';
import { invoices } from '#modules/invoices/invoices.tables.ts';
import { chargingTokens } from '#modules/tokens/tokens.tables.ts';
import { FIRST_TRANSACTION_ID, meterSamples, sessions } from './sessions.tables.ts';

export type Session = typeof sessions.$inferSelect;
/** Columns that only a bought session has, not one on the operator's token. */
type BoughtColumn = 'driverId' | 'pricePaisePerKwh' | 'gstBasisPoints' | 'boughtWh' | 'holdPaise';
export type BoughtSession = Session & { [column in BoughtColumn]: NonNullable<Session[column]> };
export type NewSession = typeof sessions.$inferInsert;
export type SessionChange = Partial<Omit<Session, 'bookingId' | 'driverId'>>;
export type Sample = Omit<typeof meterSamples.$inferSelect, 'raw'>;
/** A sample's columns from which bills are made. */
export type MeteredSample = Omit<Sample, 'transactionId' | 'powerW'>;

/**
 * True if a driver bought the session, in the app or with a card. A session on the operator's token has no payer, price
 * or limit.
 */
export function isBought(session: Session): session is BoughtSession {
  return session.driverId !== null;
}

/** True if the driver requested the session in the app, whichever tag then started it. */
export function isRequestedInApp({ oneTimeTag }: Pick<Session, 'oneTimeTag'>): boolean {
  return oneTimeTag !== null;
}

/** True if a token of the operator or a driver's card started the session, even if it was requested in the app. */
export function isStartedByTag({ startedByTag }: Pick<Session, 'startedByTag'>): boolean {
  return startedByTag !== null;
}

/** True if a charge point that names this tag may mean the session. */
export function isOfTag({ oneTimeTag, startedByTag }: Session, named: string): boolean {
  return [oneTimeTag, startedByTag].some((tag) => isSameTag(named, tag));
}

/** Makes starts of one driver take turns until the transaction ends. */
export async function lockStartsOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('charge'), ${driverId}::int)`);
}

export async function insertSession(tx: Tx, row: NewSession): Promise<Session> {
  const [inserted] = await tx.insert(sessions).values(row).returning();
  if (!inserted) throw new Error('The session just made is not there.');
  return inserted;
}

/** Inserts a session that a driver buys. */
export async function insertBoughtSession(
  tx: Tx,
  row: NewSession & Pick<BoughtSession, BoughtColumn>,
): Promise<BoughtSession> {
  return (await insertSession(tx, row)) as BoughtSession;
}

export async function findSession(tx: Tx, bookingId: string): Promise<Session | undefined> {
  return (await tx.select().from(sessions).where(eq(sessions.bookingId, bookingId)))[0];
}

/** Locks the row until the transaction ends. */
export async function lockSession(tx: Tx, bookingId: string): Promise<Session | undefined> {
  return (await tx.select().from(sessions).where(eq(sessions.bookingId, bookingId)).for('update'))[0];
}

/** Locks those of these sessions that are open, always in the same order. */
export async function lockOpenSessions(tx: Tx, bookingIds: string[]): Promise<Session[]> {
  const open = and(sql`${sessions.bookingId} = any(${sql.param(bookingIds)}::text[])`, isNull(sessions.endedAt));
  return tx.select().from(sessions).where(open).orderBy(asc(sessions.bookingId)).for('update');
}

export async function findSessionByOneTimeTag(tx: Tx, tag: string): Promise<BoughtSession | undefined> {
  return (await tx.select().from(sessions).where(eq(sessions.oneTimeTag, tag)))[0] as BoughtSession | undefined;
}

/** True if the connector has an open session. */
export async function isConnectorTaken(
  tx: Tx,
  { chargePointId, connector }: Pick<Session, 'chargePointId' | 'connector'>,
) {
  const openAtConnector = and(
    eq(sessions.chargePointId, chargePointId),
    eq(sessions.connector, connector),
    isNull(sessions.endedAt),
  );
  return (await tx.select({ bookingId: sessions.bookingId }).from(sessions).where(openAtConnector)).length > 0;
}

/** True if the charge point has an open session. */
export async function hasOpenSession(tx: Tx, chargePointId: string): Promise<boolean> {
  const openAtChargePoint = and(eq(sessions.chargePointId, chargePointId), isNull(sessions.endedAt));
  return (
    (await tx.select({ bookingId: sessions.bookingId }).from(sessions).where(openAtChargePoint).limit(1)).length > 0
  );
}

export async function lockSessionByOneTimeTag(tx: Tx, tag: string): Promise<BoughtSession | undefined> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.oneTimeTag, tag)).for('update');
  return session as BoughtSession | undefined;
}

export async function lockSessionByTransaction(tx: Tx, transactionId: number): Promise<Session | undefined> {
  return (await tx.select().from(sessions).where(eq(sessions.transactionId, transactionId)).for('update'))[0];
}

/** Locks the provisional sessions of a charge point with this tag. */
export async function lockProvisionalSessions(tx: Tx, chargePointId: string, idTag: string): Promise<Session[]> {
  const hasThatTag = or(eq(sessions.oneTimeTag, idTag), eq(sessions.startedByTag, idTag.toUpperCase()));
  const provisional = and(eq(sessions.chargePointId, chargePointId), hasThatTag, sessions.isProvisional);
  return tx.select().from(sessions).where(provisional).for('update');
}

/** Locks the sessions of a charge point that have a transaction and no end. */
export async function lockOpenSessionsOfChargePoint(tx: Tx, chargePointId: string): Promise<Session[]> {
  return tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.chargePointId, chargePointId), isNull(sessions.endedAt), isNotNull(sessions.transactionId)))
    .for('update');
}

export async function changeSession(tx: Tx, bookingId: string, to: SessionChange): Promise<Session> {
  const [changed] = await tx.update(sessions).set(to).where(eq(sessions.bookingId, bookingId)).returning();
  return changed as Session;
}

/**
 * Erases the business details of a driver's sessions, except of those with tax documents, where tax law requires them.
 */
export async function erasePayerOfSessions(tx: Tx, driverId: number): Promise<void> {
  const documents = tx.select().from(invoices).where(eq(invoices.reference, sessions.bookingId));
  await tx
    .update(sessions)
    .set({ payerGstin: null, payerName: null, payerAddress: null })
    .where(and(eq(sessions.driverId, driverId), isNotNull(sessions.payerGstin), notExists(documents)));
}

/** Erases the references from a driver's sessions to cards, and from other drivers' sessions to this driver's cards. */
export async function eraseTagsOfSessions(tx: Tx, driverId: number): Promise<void> {
  await tx
    .update(sessions)
    .set({ startedByTag: null, requestedCard: null })
    .where(
      and(eq(sessions.driverId, driverId), or(isNotNull(sessions.startedByTag), isNotNull(sessions.requestedCard))),
    );
  const cards = tx
    .select({ idTag: chargingTokens.idTag })
    .from(chargingTokens)
    .where(eq(chargingTokens.driverId, driverId));
  await tx
    .update(sessions)
    .set({ startedByTag: null })
    .where(and(isNotNull(sessions.driverId), isNotNull(sessions.startedByTag), inArray(sessions.startedByTag, cards)));
}

export async function takeTransactionId(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`select nextval('ocpp_transaction_ids')::int as id`);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The sequence of transaction ids gave none.');
  return id;
}

/** True if this system has ever given out the transaction id. */
export async function isTransactionIdGivenOut(tx: Tx, transactionId: number): Promise<boolean> {
  if (transactionId < FIRST_TRANSACTION_ID) return false;
  const { rows } = await tx.execute<{ isGivenOut: boolean }>(
    sql`select is_called and ${transactionId}::int <= last_value as "isGivenOut" from ocpp_transaction_ids`,
  );
  return rows[0]?.isGivenOut === true;
}

/** A driver's open sessions, newest first. */
export async function listOpenOfDriver(tx: Tx, driverId: number): Promise<BoughtSession[]> {
  const open = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.driverId, driverId), isNull(sessions.endedAt)))
    .orderBy(desc(sessions.createdAt));
  return open as BoughtSession[];
}

/** True if the driver has an open session on that connector. */
export async function isOpenForDriver(
  tx: Tx,
  { driverId, chargePointId, connector }: Pick<Session, 'chargePointId' | 'connector'> & { driverId: number },
): Promise<boolean> {
  const open = await listOpenOfDriver(tx, driverId);
  return open.some((session) => session.chargePointId === chargePointId && session.connector === connector);
}

/** Booking ids of all open sessions. */
export async function listOpenIds(tx: Tx): Promise<string[]> {
  const open = await tx.select({ bookingId: sessions.bookingId }).from(sessions).where(isNull(sessions.endedAt));
  return open.map(({ bookingId }) => bookingId);
}

/** A driver's own session by booking id. */
export async function findOfDriver(tx: Tx, driverId: number, bookingId: string): Promise<BoughtSession | undefined> {
  const mine = and(eq(sessions.driverId, driverId), eq(sessions.bookingId, bookingId));
  return (await tx.select().from(sessions).where(mine))[0] as BoughtSession | undefined;
}

export async function listSessionsById(tx: Tx, bookingIds: string[]): Promise<Session[]> {
  if (bookingIds.length === 0) return [];
  // The ids are one parameter, because there may be very many.
  return tx.select().from(sessions).where(isAnyOf(sessions.bookingId, bookingIds));
}

export async function listSamples(tx: Tx, transactionId: number): Promise<MeteredSample[]> {
  const { sampledAt, context, receivedAt, registerWh, soc } = meterSamples;
  return tx
    .select({ sampledAt, context, receivedAt, registerWh, soc })
    .from(meterSamples)
    .where(eq(meterSamples.transactionId, transactionId))
    .orderBy(asc(meterSamples.sampledAt));
}

/** The register readings of some transactions, each since its own time, in order. */
export async function listReadingsSince(
  tx: Tx,
  from: { transactionId: number; since: Date }[],
): Promise<(MeteredSample & { transactionId: number })[]> {
  const ids = sql.param(from.map(({ transactionId }) => transactionId));
  const times = sql.param(from.map(({ since }) => since.toISOString()));
  const { transactionId, sampledAt, context, receivedAt, registerWh, soc } = meterSamples;
  // Finds the samples of each transaction by key, only in the months since its time.
  const readings = tx
    .select({ transactionId, sampledAt, context, receivedAt, registerWh, soc })
    .from(meterSamples)
    .where(sql`${transactionId} = s.id and ${sampledAt} >= s.since and ${registerWh} is not null`)
    .orderBy(asc(sampledAt))
    .as('readings');
  return tx
    .select({
      transactionId: readings.transactionId,
      sampledAt: readings.sampledAt,
      context: readings.context,
      receivedAt: readings.receivedAt,
      registerWh: readings.registerWh,
      soc: readings.soc,
    })
    .from(sql`unnest(${ids}::int[], ${times}::timestamptz[]) as s (id, since)`)
    .innerJoinLateral(readings, sql`true`);
}

export async function countSamples(tx: Tx, transactionId: number): Promise<number> {
  return tx.$count(meterSamples, eq(meterSamples.transactionId, transactionId));
}

/** Building a large statement takes long and blocks the server, so rows are inserted in batches of this size. */
const SAMPLES_BATCH_SIZE = 100;

export async function insertMissingSamples(tx: Tx, samples: Sample[]): Promise<void> {
  for (const batch of batchesOf(samples, SAMPLES_BATCH_SIZE))
    await tx.insert(meterSamples).values(batch).onConflictDoNothing();
}
