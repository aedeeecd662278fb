import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { suppliers } from './invoices.tables.ts';

export type Supplier = typeof suppliers.$inferSelect;
export type NewSupplier = Pick<Supplier, 'state' | 'name' | 'address' | 'gstin'>;

/** The current supplier of a State. Undefined if there is none. */
export async function findSupplierIn(tx: Tx, state: string): Promise<Supplier | undefined> {
  const [supplier] = await tx
    .select()
    .from(suppliers)
    .where(and(eq(suppliers.state, state), isNull(suppliers.until)));
  return supplier;
}

/** The supplier that was registered first. */
export async function findFirstSupplier(tx: Tx): Promise<Supplier | undefined> {
  const [supplier] = await tx.select().from(suppliers).orderBy(asc(suppliers.id)).limit(1);
  return supplier;
}

export async function findSupplier(tx: Tx, id: number): Promise<Supplier | undefined> {
  const [supplier] = await tx.select().from(suppliers).where(eq(suppliers.id, id));
  return supplier;
}

/** Suppliers by State, replaced ones before current ones. */
export async function listSuppliers(tx: Tx): Promise<Supplier[]> {
  return tx.select().from(suppliers).orderBy(asc(suppliers.state), asc(suppliers.id));
}

/** Saves a supplier that replaces the State's current one, if any, from `since` on. */
export async function saveSupplier(
  tx: Tx,
  supplier: NewSupplier & { since: Date; plainSeriesUntil: string | null },
): Promise<void> {
  const current = and(eq(suppliers.state, supplier.state), isNull(suppliers.until));
  await tx.update(suppliers).set({ until: supplier.since }).where(current);
  await tx.insert(suppliers).values(supplier);
}
