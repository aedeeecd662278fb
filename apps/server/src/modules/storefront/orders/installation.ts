import { isInstalledAtFixedPrice } from '@bijli/contract/shop-rules';
import type { Tx } from '#db/database.ts';
import { findServiceOnSale, type ProductRow } from '../catalogue/catalogue.store.ts';

/** The installation that is sold for a product. Undefined if it needs none, or if it needs a quote. */
export async function findInstallationFor(
  tx: Tx,
  { category, specification, powerW }: ProductRow,
): Promise<ProductRow | undefined> {
  if (!isInstalledAtFixedPrice({ category, specification, max_output: (powerW ?? 0) / 1000 })) return undefined;
  return findServiceOnSale(tx);
}
