import * as z from 'zod/mini';
import type { Database } from '#db/database.ts';
import { addSupplier, findSupplierIn } from '#modules/invoices/index.ts';
import { seed } from './seed.ts';

const text = z.string();
const file = z.object({
  suppliers: z.array(z.object({ state: text, name: text, address: text, gstin: text })),
});

/** Adds a supplier for each State of the demo that has none, so that its stations can sell. */
export async function seedSuppliers(database: Database, now: Date): Promise<void> {
  await seed(database, 'demo-suppliers', ['demo-suppliers.json'], async (contents) => {
    for (const supplier of z.parse(file, contents).suppliers)
      if (!(await findSupplierIn(database, supplier.state))) await addSupplier(database, supplier, now);
  });
}
