import { and, asc, desc, eq, gt, inArray, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import type { OrderState } from '@bijli/contract/shop-orders';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { buyerMessages, shopOrders, type BuyerMessageKind } from '../storefront.tables.ts';

export type Order = typeof shopOrders.$inferSelect;
export type NewOrderRow = typeof shopOrders.$inferInsert;

export async function insertOrder(tx: Tx, order: NewOrderRow): Promise<Order> {
  const [row] = await tx.insert(shopOrders).values(order).returning();
  if (!row) throw new Error('The order just made is not there.');
  return row;
}

export async function findOrder(tx: Tx, reference: string): Promise<Order | undefined> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.reference, reference));
  return row;
}

export async function findOrderOfKey(tx: Tx, key: string): Promise<Order | undefined> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.key, key));
  return row;
}

/** Finds an order and locks it until the transaction ends. */
export async function lockOrder(tx: Tx, reference: string): Promise<Order | undefined> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.reference, reference)).for('no key update');
  return row;
}

export async function changeOrder(
  tx: Tx,
  id: number,
  change: Partial<Omit<Order, 'id' | 'reference' | 'revision'>>,
): Promise<void> {
  const revision = sql`${shopOrders.revision} + 1`;
  await tx
    .update(shopOrders)
    .set({ ...change, revision })
    .where(eq(shopOrders.id, id));
}

/** Locks the order whose reservation has been overdue longest. Other nodes skip it. */
export async function claimOverdueOrder(tx: Tx, now: Date): Promise<Order | undefined> {
  const [row] = await tx
    .select()
    .from(shopOrders)
    .where(and(eq(shopOrders.state, 'awaiting_payment'), lte(shopOrders.reservedUntil, now)))
    .orderBy(asc(shopOrders.reservedUntil))
    .limit(1)
    .for('no key update', { skipLocked: true });
  return row;
}

/** Makes orders with the same key, or from the same address, take turns, so that they cannot pass a limit together. */
export async function lockOrders(tx: Tx, keyOrAddress: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`order:${keyOrAddress}`}))`);
}

/** Counts the orders from an address since a time, and its unpaid orders that reserve units. */
export async function countOrdersFrom(
  tx: Tx,
  networkAddress: string,
  since: Date,
): Promise<{ newOrders: number; unpaidOrders: number }> {
  const isNew = gt(shopOrders.createdAt, since);
  const isUnpaid = eq(shopOrders.state, 'awaiting_payment');
  const [row] = await tx
    .select({
      newOrders: sql`count(*) filter (where ${isNew})`.mapWith(Number),
      unpaidOrders: sql`count(*) filter (where ${isUnpaid})`.mapWith(Number),
    })
    .from(shopOrders)
    .where(and(eq(shopOrders.networkAddress, networkAddress), or(isNew, isUnpaid)));
  return row ?? { newOrders: 0, unpaidOrders: 0 };
}

export async function listOrders(tx: Tx, state: OrderState | undefined, limit: number): Promise<Order[]> {
  const rows = await tx
    .select()
    .from(shopOrders)
    .where(state ? eq(shopOrders.state, state) : undefined)
    .orderBy(desc(shopOrders.id))
    .limit(limit);
  return rows;
}

/** The references of a driver's orders, newest first. */
export async function listReferencesOf(tx: Tx, driverId: number, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ reference: shopOrders.reference })
    .from(shopOrders)
    .where(eq(shopOrders.driverId, driverId))
    .orderBy(desc(shopOrders.id))
    .limit(limit);
  return rows.map(({ reference }) => reference);
}

/** The orders stay, as the law requires, but nobody's account lists them. */
export async function eraseDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.update(shopOrders).set({ driverId: null }).where(eq(shopOrders.driverId, driverId));
}

/**
 * Purges unpaid orders that ended before a time, and messages of any order that old, except links of the last day,
 * which are counted. An order stays while one of its messages does.
 */
export async function purgeUnpaidOrders(tx: Tx, before: Date, now: Date): Promise<void> {
  const old = tx.select({ id: shopOrders.id }).from(shopOrders).where(lte(shopOrders.createdAt, before));
  const counted = and(eq(buyerMessages.kind, 'link'), gt(buyerMessages.mailedAt, new Date(now.getTime() - DAY_MS)));
  const sent = and(isNull(buyerMessages.dueAt), inArray(buyerMessages.orderId, old));
  await tx.delete(buyerMessages).where(and(sent, sql`(${counted}) is not true`));
  const messages = tx
    .select({ one: sql`1` })
    .from(buyerMessages)
    .where(eq(buyerMessages.orderId, shopOrders.id));
  const unpaid = and(eq(shopOrders.state, 'released'), lte(shopOrders.closedAt, before));
  await tx.delete(shopOrders).where(and(unpaid, notExists(messages)));
}

export async function insertBuyerMessage(
  tx: Tx,
  message: { orderId: number; kind: BuyerMessageKind; amountPaise: number; dueAt: Date },
): Promise<void> {
  await tx.insert(buyerMessages).values(message);
}

export interface DueMessage {
  id: number;
  kind: BuyerMessageKind;
  amountPaise: number;
  tries: number;
  /** True if the e-mail was sent. */
  isMailed: boolean;
  order: Order;
}

export async function hasBuyerMessage(tx: Tx, orderId: number, kind: BuyerMessageKind): Promise<boolean> {
  const ofThatKind = and(eq(buyerMessages.orderId, orderId), eq(buyerMessages.kind, kind));
  return (await tx.select({ id: buyerMessages.id }).from(buyerMessages).where(ofThatKind).limit(1)).length > 0;
}

/** Counts links that were sent to an order's buyer in the last day, and those that are due. */
export async function countLinkMessages(tx: Tx, orderId: number, now: Date): Promise<{ sent: number; due: number }> {
  const [row] = await tx
    .select({
      sent: sql`count(*) filter (where ${gt(buyerMessages.mailedAt, new Date(now.getTime() - DAY_MS))})`.mapWith(
        Number,
      ),
      due: sql`count(*) filter (where ${isNull(buyerMessages.mailedAt)} and ${buyerMessages.dueAt} is not null)`.mapWith(
        Number,
      ),
    })
    .from(buyerMessages)
    .where(and(eq(buyerMessages.orderId, orderId), eq(buyerMessages.kind, 'link')));
  return row ?? { sent: 0, due: 0 };
}

/** Claims due messages for this node, and postpones them to `until` meanwhile. */
export async function claimBuyerMessages(tx: Tx, now: Date, until: Date, limit: number): Promise<DueMessage[]> {
  const due = tx
    .select({ id: buyerMessages.id })
    .from(buyerMessages)
    .where(lte(buyerMessages.dueAt, now))
    .orderBy(asc(buyerMessages.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await tx
    .update(buyerMessages)
    .set({ dueAt: until, tries: sql`${buyerMessages.tries} + 1` })
    .where(inArray(buyerMessages.id, due))
    .returning();
  const ids = claimed.map(({ orderId }) => orderId);
  const orders = ids.length === 0 ? [] : await tx.select().from(shopOrders).where(isAnyOf(shopOrders.id, ids));
  const byId = new Map(orders.map((order) => [order.id, order]));
  return claimed.flatMap(({ id, kind, tries, mailedAt, orderId, ...message }) => {
    const order = byId.get(orderId);
    if (!order) return [];
    const amountPaise = message.amountPaise ?? order.totalPaise;
    return [{ id, kind, amountPaise, tries, isMailed: mailedAt !== null, order }];
  });
}

export async function changeBuyerMessage(
  tx: Tx,
  id: number,
  change: { dueAt: Date | null } | { mailedAt: Date },
): Promise<void> {
  await tx.update(buyerMessages).set(change).where(eq(buyerMessages.id, id));
}
