import type { ShopPage, ShopSettings } from '@bijli/contract/shop-page';
import type { Product } from '@bijli/contract/storefront';
import { CataloguePage } from '#shop/CataloguePage.tsx';
import { Shop } from '#shop/Shop.tsx';
import { draw } from './page.tsx';

const settings: ShopSettings = {
  brand: 'Bijli',
  publicUrl: 'https://shop.example',
  dealerUrl: '',
  support: { phone: '+911800000000', email: 'help@bijli.example', whatsapp: '+911800000000' },
  demo: true,
};

/** A wallbox on sale, with what a test wants to be different. */
export function product(id: string, facts: Partial<Product> = {}): Product {
  return {
    id,
    product_name: `Wallbox ${id}`,
    sku: `SKU-${id}`,
    category: 'ac',
    description: 'It hangs on the wall.',
    price: 125000,
    max_output: 7.4,
    quantaty: 3,
    images: [`/pictures/${id}.png`],
    connector: ['2'],
    color_variant: [],
    specification: ['Cable: 5 m'],
    ...facts,
  };
}

export const catalogue = (products: Product[]): ShopPage => ({
  kind: 'products',
  filter: {},
  products,
  connectors: ['2'],
  cars: [],
});

export const detail = (one: Product): ShopPage => ({ kind: 'product', product: one, suits: [], goesWith: [] });

/** The shop as it stands after the server's page was taken over, the address bar included. */
export async function openShop(first: ShopPage, facts: Partial<ShopSettings> = {}): Promise<void> {
  const path = first.kind === 'product' ? `/product-order-detail/${first.product.id}` : '/products';
  history.replaceState(null, '', path);
  await draw(<Shop first={first} settings={{ ...settings, ...facts }} path={path} Page={CataloguePage} />);
}
