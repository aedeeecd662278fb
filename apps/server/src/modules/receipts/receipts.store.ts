import { and, eq, exists, isNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { sessions } from '#modules/sessions/sessions.tables.ts';
import { receipts, receiptSettings } from './receipts.tables.ts';

export type ReceiptSettings = typeof receiptSettings.$inferSelect;
export type Receipt = typeof receipts.$inferSelect;

export async function findReceiptSettings(tx: Tx, driverId: number): Promise<ReceiptSettings | undefined> {
  const [settings] = await tx.select().from(receiptSettings).where(eq(receiptSettings.driverId, driverId));
  return settings;
}

/** Reads a driver's settings and locks them until the transaction ends. Inserts them if they are missing. */
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

/** Stores that a session has a receipt. Returns true if it is still to be sent. */
export async function saveReceipt(tx: Tx, bookingId: string, driverId: number): Promise<boolean> {
  const unsent = await tx
    .insert(receipts)
    .values({ bookingId, driverId })
    .onConflictDoUpdate({ target: receipts.bookingId, set: { driverId }, setWhere: isNull(receipts.sentAt) })
    .returning({ bookingId: receipts.bookingId });
  return unsent.length > 0;
}

export async function findReceipt(tx: Tx, bookingId: string): Promise<Receipt | undefined> {
  return (await tx.select().from(receipts).where(eq(receipts.bookingId, bookingId)))[0];
}

export async function changeReceipt(tx: Tx, bookingId: string, change: Pick<Receipt, 'sentAt'>): Promise<void> {
  await tx.update(receipts).set(change).where(eq(receipts.bookingId, bookingId));
}

/** Purges receipts of sessions that ended before a time. A session that is corrected after that gets a new one. */
export async function purgeReceipts(tx: Tx, before: Date): Promise<void> {
  const ended = tx
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.bookingId, receipts.bookingId), lte(sessions.endedAt, before)));
  await tx.delete(receipts).where(exists(ended));
}

export async function deleteOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.delete(receipts).where(eq(receipts.driverId, driverId));
  await tx.delete(receiptSettings).where(eq(receiptSettings.driverId, driverId));
}
