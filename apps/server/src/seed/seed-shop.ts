import * as z from 'zod/mini';
import type { Database } from '#db/database.ts';
import { importProducts } from '#modules/storefront/index.ts';
import { seed } from './seed.ts';

const catalogue = z.object({
  products: z.array(
    z.object({
      sku: z.string(),
      name: z.string(),
      category: z.string(),
      powerKW: z.nullable(z.number()),
      connectors: z.array(z.string()),
      input: z.string(),
      output: z.string(),
      hsn: z.string(),
      gstRate: z.number(),
      demoPriceINR: z.number(),
      demoMrpINR: z.number(),
      specs: z.record(z.string(), z.string()),
      useCase: z.string(),
    }),
  ),
});
type DescribedProduct = z.output<typeof catalogue>['products'][number];

const hindi = z.object({
  name: z.string(),
  use: z.string(),
  description: z.string(),
  specification: z.array(z.string()),
});

const additions = z.object({
  coloursInHindi: z.record(z.string(), z.string()),
  products: z.record(
    z.string(),
    z.object({
      stock: z.number(),
      colours: z.array(z.string()),
      views: z.array(z.string()),
      deliveryDays: z.tuple([z.number(), z.number()]),
      description: z.string(),
      hindi,
    }),
  ),
});
type Additions = z.output<typeof additions>;

const CATEGORY: Record<string, string> = {
  portable_ac: 'ac',
  ac_wallbox: 'ac',
  public_ac: 'ac',
  dc_fast: 'dc',
  accessory: 'accessory',
  service: 'service',
};

/** The words that follow `Type` on a badge. */
const CONNECTOR: Record<string, string> = {
  'Type 2 AC': '2',
  CCS2: 'CCS2',
  'LEV AC (Type 6 / LECCS)': '6',
  '15A socket': 'M',
  'Bharat AC-001 (IEC 60309)': 'IEC 60309',
  'Bharat DC-001 (GB/T)': 'GB/T',
};

/** Most products cost less than their printed price. The demo calls it a sale from a sixth less on. */
const SALE_PART = 6;

/** The products that the shop lists first: those for homes. */
const FIRST = ['DEMO-WB-74', 'DEMO-WB-11', 'DEMO-PRT2-33', 'DEMO-AC-22'];

/** Adds the invented catalogue, in demo mode only. Throws if a row is refused. */
export async function seedShop(database: Database): Promise<void> {
  await seed(database, 'demo-products', ['products.json', 'shop.json'], async (contents, more) => {
    const { products } = z.parse(catalogue, contents);
    const added = z.parse(additions, more);
    const inOrder = products.toSorted((a, b) => placeOf(a) - placeOf(b));
    const rows = inOrder.map((product) => rowOf(product, added));
    const { refused } = await importProducts(database, rows);
    const [first] = refused;
    if (first) throw new Error(`The demo catalogue has ${refused.length} bad rows; ${first.sku}: ${first.problem}`);
  });
}

function placeOf({ sku }: DescribedProduct): number {
  const place = FIRST.indexOf(sku);
  return place < 0 ? FIRST.length : place;
}

function rowOf(product: DescribedProduct, { products, coloursInHindi }: Additions) {
  const added = products[product.sku];
  const { sku, powerKW, demoMrpINR, demoPriceINR } = product;
  const isOnSale = (demoMrpINR - demoPriceINR) * SALE_PART >= demoMrpINR;
  const lines = { Input: product.input, Output: product.output, ...product.specs };
  return {
    sku,
    name: product.name.replace(/ \(demo[^)]*\)$/, ''),
    use: product.useCase,
    description: added?.description ?? '',
    category: CATEGORY[product.category],
    ...(isOnSale ? { price: demoMrpINR, discount_price: demoPriceINR } : { price: demoPriceINR }),
    max_output: powerKW,
    stock: added?.stock ?? 0,
    delivery_days_from: added?.deliveryDays[0],
    delivery_days_to: added?.deliveryDays[1],
    images: (added?.views ?? []).map((view) => `/media/products/${sku.toLowerCase()}-${view}.svg`),
    connectors: product.connectors.map((name) => CONNECTOR[name] ?? name),
    colours: added?.colours ?? [],
    specification: Object.entries(lines)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${value.replaceAll('>=', '≥ ')}`),
    ...(added && {
      name_hi: added.hindi.name,
      use_hi: added.hindi.use,
      description_hi: added.hindi.description,
      specification_hi: added.hindi.specification,
      colours_hi: added.colours.map((colour) => coloursInHindi[colour] ?? colour),
    }),
    hsn: product.hsn.replace(/\D.*$/, ''),
    gst_rate: product.gstRate,
    demo: true,
  };
}
