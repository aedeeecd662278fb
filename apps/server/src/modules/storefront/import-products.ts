import type { Database } from '#db/database.ts';
import { lockProducts, putProduct, sameProduct } from './import-products.store.ts';
import { ProductProblem, readProduct, type ProductImport } from './product-row.ts';

export interface ProductImportSummary {
  total: number;
  added: number;
  changed: number;
  unchanged: number;
  refused: { row: number; sku: string; problem: string }[];
}

/**
 * Takes products from the rows of a file, all or none: a catalogue half done would be sold. They are shown in the order of
 * the file, and stock is set to what it says, so import while nobody orders or leave the column as the shop shows it. With `dryRun` nothing is written.
 */
export async function importProducts(
  database: Database,
  rows: unknown[],
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<ProductImportSummary> {
  const refused: ProductImportSummary['refused'] = [];
  const readable: ProductImport[] = [];
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    try {
      const product = readProduct(row);
      if (seen.has(product.id)) throw new ProductProblem('sku: this SKU stands in the file twice');
      seen.add(product.id);
      readable.push(product);
    } catch (error) {
      if (!(error instanceof ProductProblem)) throw error;
      refused.push({ row: index + 1, sku: skuOf(row), problem: error.message });
    }
  }
  const summary = { total: rows.length, added: 0, changed: 0, unchanged: 0, refused };
  await database.transaction(async (tx) => {
    const before = await lockProducts(
      tx,
      readable.map(({ id }) => id),
    );
    for (const [position, product] of readable.entries()) {
      const old = before.get(product.id);
      const kind = old === undefined ? 'added' : sameProduct(old, { ...product, position }) ? 'unchanged' : 'changed';
      summary[kind] += 1;
      if (!dryRun && refused.length === 0 && kind !== 'unchanged') await putProduct(tx, { ...product, position });
    }
  });
  return summary;
}

function skuOf(row: unknown): string {
  const sku = typeof row === 'object' && row !== null && 'sku' in row ? row.sku : undefined;
  return typeof sku === 'string' ? sku.slice(0, 40) : '';
}
