import type { OrderState } from '@bijli/contract/storefront';
import { and, asc, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { orderMessages, shopOrders } from './storefront.tables.ts';

type Row = typeof shopOrders.$inferSelect;
export type Order = Omit<Row, 'state'> & { state: OrderState };
export type NewOrderRow = Omit<typeof shopOrders.$inferInsert, 'state'> & { state: OrderState };
export type MessageKind = 'paid' | 'released' | 'dispatched' | 'cancelled' | 'refunded';

export async function putOrder(tx: Tx, order: NewOrderRow): Promise<Order> {
  const [row] = await tx.insert(shopOrders).values(order).returning();
  if (!row) throw new Error('The order just made is not there.');
  return row as Order;
}

export async function findOrder(tx: Tx, reference: string): Promise<Order | undefined> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.reference, reference));
  return row as Order | undefined;
}

export async function findOrderOfKey(tx: Tx, key: string): Promise<Order | undefined> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.key, key));
  return row as Order | undefined;
}

/** The order, locked: whoever changes it next waits until this transaction ends. */
export async function lockOrder(tx: Tx, reference: string): Promise<Order | undefined> {
  const [row] = await tx.select().from(shopOrders).where(eq(shopOrders.reference, reference)).for('no key update');
  return row as Order | undefined;
}

export async function changeOrder(tx: Tx, id: number, change: Partial<Omit<Order, 'id' | 'reference'>>): Promise<void> {
  await tx.update(shopOrders).set(change).where(eq(shopOrders.id, id));
}

/** Orders whose unit has been kept long enough, each taken by one node only: the rows stay locked. */
export async function claimOverdue(tx: Tx, now: Date, limit: number): Promise<Order[]> {
  const rows = await tx
    .select()
    .from(shopOrders)
    .where(and(eq(shopOrders.state, 'awaiting_payment'), lte(shopOrders.reservedUntil, now)))
    .orderBy(asc(shopOrders.reservedUntil))
    .limit(limit)
    .for('no key update', { skipLocked: true });
  return rows as Order[];
}

/** Serialises orders of one key and of one address, so that many at once do not each find the limit unreached. */
export async function takeTurn(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`order:${name}`}))`);
}

/** Orders made from an address since then, and how many of them keep a unit unpaid. */
export async function countFrom(tx: Tx, address: string, since: Date): Promise<{ made: number; unpaid: number }> {
  const [row] = await tx
    .select({
      made: count(),
      unpaid: sql`count(*) filter (where ${shopOrders.state} = 'awaiting_payment')`.mapWith(Number),
    })
    .from(shopOrders)
    .where(and(eq(shopOrders.fromAddress, address), gt(shopOrders.createdAt, since)));
  return { made: row?.made ?? 0, unpaid: row?.unpaid ?? 0 };
}

export async function listOrders(tx: Tx, state: OrderState | undefined, limit: number): Promise<Order[]> {
  const rows = await tx
    .select()
    .from(shopOrders)
    .where(state ? eq(shopOrders.state, state) : undefined)
    .orderBy(desc(shopOrders.id))
    .limit(limit);
  return rows as Order[];
}

export async function putMessage(tx: Tx, message: { orderId: number; kind: MessageKind; dueAt: Date }): Promise<void> {
  await tx.insert(orderMessages).values(message);
}

/** Messages due, each taken by one node only and put off to `until` meanwhile. */
export async function claimMessages(
  tx: Tx,
  now: Date,
  until: Date,
  limit: number,
): Promise<{ id: number; kind: MessageKind; tries: number; mailed: boolean; order: Order }[]> {
  const due = tx
    .select({ id: orderMessages.id })
    .from(orderMessages)
    .where(lte(orderMessages.dueAt, now))
    .orderBy(asc(orderMessages.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const taken = await tx
    .update(orderMessages)
    .set({ dueAt: until, tries: sql`${orderMessages.tries} + 1` })
    .where(inArray(orderMessages.id, due))
    .returning();
  const ids = taken.map(({ orderId }) => orderId);
  const orders = ids.length === 0 ? [] : await tx.select().from(shopOrders).where(inArray(shopOrders.id, ids));
  const byId = new Map(orders.map((order) => [order.id, order as Order]));
  return taken.flatMap(({ id, kind, tries, mailedAt, orderId }) => {
    const order = byId.get(orderId);
    return order ? [{ id, kind: kind as MessageKind, tries, mailed: mailedAt !== null, order }] : [];
  });
}

export async function changeMessage(
  tx: Tx,
  id: number,
  change: { dueAt: Date | null } | { mailedAt: Date },
): Promise<void> {
  await tx.update(orderMessages).set(change).where(eq(orderMessages.id, id));
}
