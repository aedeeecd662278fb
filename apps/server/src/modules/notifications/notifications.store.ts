import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { signIns } from '#modules/accounts/accounts.tables.ts';
import { notifications, pushDeliveries, pushKeys, pushSubscriptions, stationWatches } from './notifications.tables.ts';

export type NotificationRow = typeof notifications.$inferSelect;
export type Subscription = typeof pushSubscriptions.$inferSelect;

/** A delivery that is due, with its message and device. */
export interface DueDelivery {
  notification: NotificationRow;
  subscription: Subscription;
  tries: number;
}

/** Stores keys if there are none. Returns the stored ones. */
export async function saveFirstPushKeys(
  tx: Tx,
  newKeys: { publicKey: string; privateKey: string },
): Promise<typeof newKeys> {
  await tx.insert(pushKeys).values(newKeys).onConflictDoNothing();
  const [storedKeys] = await tx.select().from(pushKeys);
  return storedKeys ?? newKeys;
}

/** Saves a device with its sign-in. A device of another sign-in changes over to this one. */
export async function saveSubscription(tx: Tx, device: typeof pushSubscriptions.$inferInsert): Promise<void> {
  const mine = eq(pushSubscriptions.tokenHash, device.tokenHash);
  await tx.delete(pushSubscriptions).where(and(mine, sql`${pushSubscriptions.endpoint} <> ${device.endpoint}`));
  await tx
    .insert(pushSubscriptions)
    .values(device)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: device });
}

export async function deleteSubscriptionOfSignIn(tx: Tx, tokenHash: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.tokenHash, tokenHash));
}

export async function deleteSubscription(tx: Tx, id: number): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

/** Inserts a notification, and a delivery for each signed-in device of its driver. Does nothing if its key exists. */
export async function insertMissingNotification(tx: Tx, row: typeof notifications.$inferInsert): Promise<void> {
  const [inserted] = await tx
    .insert(notifications)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  if (!inserted) return;
  const devices = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .innerJoin(signIns, eq(signIns.tokenHash, pushSubscriptions.tokenHash))
    .where(and(eq(signIns.driverId, row.driverId), gt(signIns.expiresAt, row.createdAt)));
  if (devices.length === 0) return;
  await tx
    .insert(pushDeliveries)
    .values(devices.map(({ id }) => ({ notificationId: inserted.id, subscriptionId: id, nextTryAt: row.createdAt })));
}

/** Claims due deliveries for this node until `claimedUntil`. Gives up expired ones. */
export async function claimDueDeliveries(tx: Tx, now: Date, claimedUntil: Date, limit: number): Promise<DueDelivery[]> {
  const due = await tx
    .select({ notification: notifications, subscription: pushSubscriptions, tries: pushDeliveries.tries })
    .from(pushDeliveries)
    .innerJoin(notifications, eq(notifications.id, pushDeliveries.notificationId))
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId))
    .where(and(isNotNull(pushDeliveries.nextTryAt), lte(pushDeliveries.nextTryAt, now)))
    .orderBy(pushDeliveries.nextTryAt, pushDeliveries.notificationId)
    .limit(limit)
    .for('update', { of: pushDeliveries, skipLocked: true });
  for (const { notification, subscription, tries } of due) {
    const isWorthIt = notification.expiresAt > now;
    await tx
      .update(pushDeliveries)
      .set({ tries: tries + 1, nextTryAt: isWorthIt ? claimedUntil : null })
      .where(deliveryOf(notification.id, subscription.id));
  }
  return due.filter(({ notification }) => notification.expiresAt > now);
}

export async function changeDelivery(
  tx: Tx,
  { notification, subscription }: DueDelivery,
  to: { nextTryAt: Date | null; sentAt?: Date },
): Promise<void> {
  await tx.update(pushDeliveries).set(to).where(deliveryOf(notification.id, subscription.id));
}

function deliveryOf(notificationId: number, subscriptionId: number) {
  return and(eq(pushDeliveries.notificationId, notificationId), eq(pushDeliveries.subscriptionId, subscriptionId));
}

/** Text that sorts like the number. */
const positionId = sql<string>`lpad(${notifications.id}::text, 19, '0')`;

/** Newest first. */
export async function listOfDriver(
  tx: Tx,
  driverId: number,
  page: Page,
): Promise<{ rows: NotificationRow[]; next?: string }> {
  const { createdAt } = notifications;
  const rows = await tx
    .select({ row: notifications, positionId })
    .from(notifications)
    .where(and(eq(notifications.driverId, driverId), isAfterCursor(page, createdAt, positionId)))
    .orderBy(desc(createdAt), desc(inBytes(positionId)))
    .limit(rowsFor(page));
  const cut = takePage(rows, page, (one) => ({ at: one.row.createdAt, id: one.positionId }));
  return { ...cut, rows: cut.rows.map(({ row }) => row) };
}

export async function countUnread(tx: Tx, driverId: number): Promise<number> {
  const unread = and(eq(notifications.driverId, driverId), isNull(notifications.readAt));
  return (await tx.select({ total: count() }).from(notifications).where(unread))[0]?.total ?? 0;
}

export async function noteRead(tx: Tx, driverId: number, upTo: number, readAt: Date): Promise<void> {
  const unreadUpTo = and(
    eq(notifications.driverId, driverId),
    lte(notifications.id, upTo),
    isNull(notifications.readAt),
  );
  await tx.update(notifications).set({ readAt }).where(unreadUpTo);
}

/** Purges old notifications, and watches that have ended. */
export async function purgeNotificationsAndWatches(tx: Tx, now: Date, notificationsBefore: Date): Promise<void> {
  await tx.delete(stationWatches).where(lte(stationWatches.until, now));
  await tx.delete(notifications).where(lte(notifications.createdAt, notificationsBefore));
}

/** Deletes everything about a driver. */
export async function deleteOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.driverId, driverId));
  await tx.delete(stationWatches).where(eq(stationWatches.driverId, driverId));
  const mine = tx.select({ hash: signIns.tokenHash }).from(signIns).where(eq(signIns.driverId, driverId));
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.tokenHash, mine));
}
