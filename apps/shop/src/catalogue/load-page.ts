import type { ShopCar } from '@bijli/contract/shop-cars';
import { languageOf, plainPath } from '@bijli/contract/shop-language';
import type { CompatibleVehicle, ShopPage, ShopSettings } from '@bijli/contract/shop-page';
import { MAX_COMPARED, connectorsOfProduct, parseProductFilter, matchingProducts } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { inLanguage } from '#frame/shop-path.ts';
import { messages } from '#messages/messages.ts';

/** Kinds of pages between which a visitor moves without loading a document. */
export type CatalogueKind = 'products' | 'product' | 'compare';

/**
 * The kind of page that an address names. Undefined when the server must render it, for example in another language.
 */
export function catalogueKindOf(path: string): CatalogueKind | undefined {
  if (languageOf(path) !== messages().language) return undefined;
  const [place = ''] = plainPath(path).split('?', 1);
  if (place === '/products') return 'products';
  if (place === '/compare') return 'compare';
  return /^\/product-order-detail\/[^/]+$/.test(place) ? 'product' : undefined;
}

/**
 * Fetches the data of a page. If that fails, the error is logged, and the page says so or shows no products, as the
 * specification demands.
 */
export async function loadPage(path: string, settings: ShopSettings): Promise<ShopPage> {
  const [place = '', search = ''] = plainPath(path).split('?', 2);
  const kind = catalogueKindOf(path);
  if (kind === 'products') return loadProducts(search, settings);
  if (kind === 'compare') return loadCompared(search);
  return loadProduct(decodeURIComponent(place.split('/')[2] ?? ''), settings);
}

async function loadProducts(search: string, settings: ShopSettings): Promise<ShopPage> {
  const filter = parseProductFilter(`?${search}`);
  // The dealer's own service does not know drivers, so no token is sent.
  const [products, everything, cars] = await Promise.all([
    ask<Product[]>(inLanguage(`${settings.dealerUrl}/api/product/all?${search}`)),
    ask<Product[]>(inLanguage(`${settings.dealerUrl}/api/product/all`)),
    ask<{ cars: ShopCar[] }>('/api-v1/product/cars'),
  ]);
  const found = { products: products ?? [], connectors: connectorsOfProduct(everything ?? []), cars: cars?.cars ?? [] };
  return { kind: 'products', filter, ...found, hasFailed: !products };
}

async function loadProduct(id: string, settings: ShopSettings): Promise<ShopPage> {
  const product = await fetchProduct(id);
  if (!product) return { kind: 'missing', what: product === null ? 'product' : 'connection' };
  const [vehicles, others] = await Promise.all([
    ask<{ suits: CompatibleVehicle[] }>(`/api-v1/product/suits/${encodeURIComponent(id)}`),
    ask<Product[]>(inLanguage(`${settings.dealerUrl}/api/product/all`)),
  ]);
  return {
    kind: 'product',
    product,
    compatible: vehicles?.suits ?? [],
    goesWith: matchingProducts(product, others ?? []),
  };
}

async function loadCompared(search: string): Promise<ShopPage> {
  const ids = (new URLSearchParams(search).get('ids') ?? '').split('|').filter(Boolean).slice(0, MAX_COMPARED);
  const products = await Promise.all(ids.map(fetchProduct));
  if (products.includes(undefined)) return { kind: 'missing', what: 'connection' };
  return { kind: 'compare', products: products.filter((product) => !!product) };
}

/** Products by their ids. Those that are no longer sold are left out. */
export async function fetchProducts(ids: string[]): Promise<Product[]> {
  const products = await Promise.all(ids.map(fetchProduct));
  return products.filter((product) => !!product);
}

const fetchProduct = (id: string): Promise<Product | null | undefined> =>
  ask(inLanguage(`/api-v1/product/details/${encodeURIComponent(id)}`));

/** Null if there is no such thing. Undefined if the answer failed or could not be fetched. */
async function ask<T>(address: string): Promise<T | null | undefined> {
  try {
    const answer = await fetch(address);
    if (answer.ok) return (await answer.json()) as T;
    console.error(`${address} answers ${answer.status}`);
    return answer.status === 404 ? null : undefined;
  } catch (error) {
    console.error('The shop could not be reached', error);
    return undefined;
  }
}
