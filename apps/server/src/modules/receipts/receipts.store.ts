import { and, asc, eq, exists, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { sessions } from '#modules/sessions/sessions.tables.ts';
import { receipts, receiptSettings } from './receipts.tables.ts';

export type ReceiptSettings = typeof receiptSettings.$inferSelect;
export type Receipt = typeof receipts.$inferSelect;

export async function findReceiptSettings(tx: Tx, driverId: number): Promise<ReceiptSettings | undefined> {
  const [settings] = await tx.select().from(receiptSettings).where(eq(receiptSettings.driverId, driverId));
  return settings;
}

/** Reads a driver's settings, which others wait for until the transaction ends; makes them where there are none. */
export async function lockReceiptSettings(
  tx: Tx,
  driverId: number,
  language: ReceiptSettings['language'],
): Promise<ReceiptSettings> {
  await tx.insert(receiptSettings).values({ driverId, language }).onConflictDoNothing();
  const [settings] = await tx
    .select()
    .from(receiptSettings)
    .where(eq(receiptSettings.driverId, driverId))
    .for('update');
  if (!settings) throw new Error('The settings just made are not there.');
  return settings;
}

export async function changeReceiptSettings(tx: Tx, driverId: number, change: Partial<ReceiptSettings>): Promise<void> {
  await tx.update(receiptSettings).set(change).where(eq(receiptSettings.driverId, driverId));
}

/** Has the receipt of a session sent, unless it was. */
export async function saveReceipt(tx: Tx, bookingId: string, driverId: number, dueAt: Date): Promise<void> {
  await tx
    .insert(receipts)
    .values({ bookingId, driverId, dueAt })
    .onConflictDoUpdate({ target: receipts.bookingId, set: { dueAt, tries: 0 }, setWhere: isNull(receipts.sentAt) });
}

/** Receipts due, each taken by one node only and put off to `until` meanwhile. */
export async function claimReceipts(tx: Tx, now: Date, until: Date, limit: number): Promise<Receipt[]> {
  const due = tx
    .select({ bookingId: receipts.bookingId })
    .from(receipts)
    .where(lte(receipts.dueAt, now))
    .orderBy(asc(receipts.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return tx
    .update(receipts)
    .set({ dueAt: until, tries: sql`${receipts.tries} + 1` })
    .where(inArray(receipts.bookingId, due))
    .returning();
}

export async function changeReceipt(
  tx: Tx,
  bookingId: string,
  change: { dueAt: Date | null; sentAt?: Date },
): Promise<void> {
  await tx.update(receipts).set(change).where(eq(receipts.bookingId, bookingId));
}

/** Purges receipts that are due no more, of sessions that ended before then. Corrected after that, a session has a new one. */
export async function purgeReceipts(tx: Tx, before: Date): Promise<void> {
  const ended = tx
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.bookingId, receipts.bookingId), lte(sessions.endedAt, before)));
  await tx.delete(receipts).where(and(isNull(receipts.dueAt), exists(ended)));
}

export async function deleteOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.delete(receipts).where(eq(receipts.driverId, driverId));
  await tx.delete(receiptSettings).where(eq(receiptSettings.driverId, driverId));
}
