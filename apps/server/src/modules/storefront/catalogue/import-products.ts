import type { Database } from '#db/database.ts';
import {
  saveProduct,
  changeProduct,
  countReservedUnits,
  lockProducts,
  isSameProduct,
} from './import-products.store.ts';
import { ProductProblem, parseProductImport, type ProductImport } from './product-row.ts';

export interface ProductImportSummary {
  total: number;
  added: number;
  changed: number;
  unchanged: number;
  refused: { row: number; sku: string; problem: string }[];
}

/**
 * Imports products from the rows of a file, all or none. They are listed in the order of the file. The stock becomes
 * the file's value minus the units reserved for unpaid orders. Without a value it stays, so that a price change does
 * not sell a unit twice. A dry run writes nothing.
 */
export async function importProducts(
  database: Database,
  rows: unknown[],
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<ProductImportSummary> {
  const refused: ProductImportSummary['refused'] = [];
  const readable: { row: number; product: ProductImport }[] = [];
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    try {
      const product = parseProductImport(row);
      if (seen.has(product.id)) throw new ProductProblem('sku: this SKU stands in the file twice');
      seen.add(product.id);
      readable.push({ row: index + 1, product });
    } catch (error) {
      if (!(error instanceof ProductProblem)) throw error;
      refused.push({ row: index + 1, sku: skuOf(row), problem: error.message });
    }
  }
  const summary = { total: rows.length, added: 0, changed: 0, unchanged: 0, refused };
  await database.transaction(async (tx) => {
    const ids = readable.map(({ product }) => product.id);
    const before = await lockProducts(tx, ids);
    const reserved = await countReservedUnits(tx, ids);
    const placed = readable.flatMap(({ row, product }, position) => {
      const { id, sku } = product;
      const stock =
        product.stock === null ? before.get(id)?.stock : Math.max(0, product.stock - (reserved.get(id) ?? 0));
      if (stock !== undefined) return [{ ...product, position, stock }];
      refused.push({ row, sku, problem: 'stock: a number is expected for a new product' });
      return [];
    });
    refused.sort((a, b) => a.row - b.row);
    for (const product of placed) {
      const old = before.get(product.id);
      const kind = old === undefined ? 'added' : isSameProduct(old, product) ? 'unchanged' : 'changed';
      summary[kind] += 1;
      if (isDryRun || refused.length > 0 || kind === 'unchanged') continue;
      if (old) await changeProduct(tx, old, product);
      else await saveProduct(tx, product);
    }
  });
  return summary;
}

function skuOf(row: unknown): string {
  const sku = typeof row === 'object' && row !== null && 'sku' in row ? row.sku : undefined;
  return typeof sku === 'string' ? sku.slice(0, 40) : '';
}
