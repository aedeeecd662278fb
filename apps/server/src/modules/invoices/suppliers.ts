import { isState } from '@bijli/contract/state-codes';
import type { Database, Tx } from '#db/database.ts';
import { financialYear, indiaDate } from '#kernel/india-time.ts';
import { gstinProblem } from './gstin.ts';
import { hasInvoices } from './invoices.store.ts';
import * as store from './suppliers.store.ts';
import type { NewSupplier, Supplier } from './suppliers.store.ts';

/**
 * The supplier of a sale in a State: the one registered there, because the supply is made from there (CGST Act, section
 * 22(1)). If there is none, the first supplier: nothing new begins there, but what had begun must be billed.
 */
export async function getSupplierFor(tx: Tx, state: string): Promise<Supplier> {
  return (await store.findSupplierIn(tx, state)) ?? getHomeSupplier(tx);
}

/** The supplier of goods that are sent: the one that was registered first. */
export async function getHomeSupplier(tx: Tx): Promise<Supplier> {
  const first = await store.findFirstSupplier(tx);
  if (!first) throw new Error('There is no supplier, so no tax document can be issued: add one with "suppliers add".');
  return (await store.findSupplierIn(tx, first.state)) ?? first;
}

/** The supplier that issued a document. Documents from before there were several suppliers belong to the first. */
export async function getSupplierOfDocument(tx: Tx, { supplierId }: { supplierId: number | null }): Promise<Supplier> {
  const supplier = supplierId === null ? await store.findFirstSupplier(tx) : await store.findSupplier(tx, supplierId);
  return supplier ?? getHomeSupplier(tx);
}

/**
 * Saves the supplier of the settings as the first one, if there is none yet. Documents that it has already issued
 * continue in their series until the financial year ends. Throws an Error with a sentence if the settings name no State
 * of India.
 */
export async function saveFirstSupplier(database: Database, supplier: NewSupplier, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    if (await store.findFirstSupplier(tx)) return;
    if (!isState(supplier.state)) throw new Error(`SUPPLIER_STATE is ${supplier.state}, which is no State of India.`);
    const plainSeriesUntil = (await hasInvoices(tx)) ? financialYear(indiaDate(now)) : null;
    await store.saveSupplier(tx, { ...supplier, since: now, plainSeriesUntil });
  });
}

/**
 * Registers a supplier, which replaces the State's earlier one. Throws an Error with a sentence for the operator if the
 * State is none of India, or the GSTIN is not valid there.
 */
export async function addSupplier(database: Database, supplier: NewSupplier, now: Date): Promise<void> {
  const { state, gstin } = supplier;
  if (!isState(state)) throw new Error(`"${state}" is no State of India, as GST writes it.`);
  const problem = gstinProblem(gstin, state);
  if (problem) throw new Error(`${gstin} ${problem}.`);
  await database.transaction(async (tx) => {
    const before = await store.findSupplierIn(tx, state);
    // The number of a document names the State, so its series goes on whoever is registered there.
    const plainSeriesUntil = before?.plainSeriesUntil ?? null;
    await store.saveSupplier(tx, { ...supplier, since: now, plainSeriesUntil });
  });
}
