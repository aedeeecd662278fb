import { nearestPaise, rupees } from '@bijli/contract/money';
import type { ShopLanguage } from '@bijli/contract/shop-language';
import { POWER_CLASSES, PRODUCT_SORTS } from '@bijli/contract/shop-rules';
import type { Product, ProductFilter } from '@bijli/contract/storefront';
import type { Database } from '#db/database.ts';
import { ReadyBody } from '#http/calls/ready-body.ts';
import { coalesce } from '#kernel/coalesce.ts';
import { createRecentCache } from '#kernel/recent-cache.ts';
import { promisedDelivery } from '../delivery/delivery-days.ts';
import { hasDeliveryTimes } from '../delivery/delivery-times.store.ts';
import { listPublishedReviews } from '../reviews/product-reviews.store.ts';
import type { ProductTexts } from '../storefront.tables.ts';
import * as store from './catalogue.store.ts';

/** Number of cached answers. Nobody asks for every combination of filters. */
const MAX_READY_LISTS = 200;
const MAX_READY_DETAILS = 1000;
/** Maximum number of reviews on a product page. */
const MAX_REVIEWS_SHOWN = 12;
const PRODUCT_ID = /^[a-z0-9-]{1,60}$/;

/** A cached answer and the version of the catalogue that it was built from. */
interface ReadyAnswer {
  version: string;
  products: Product[];
  body: ReadyBody;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/**
 * The products on sale. Each call asks the database whether anything has changed, and rebuilds its answer only then. So
 * all servers of one database show the same stock.
 */
export function createCatalogue(database: Database) {
  const lists = createRecentCache<string, ReadyAnswer>(MAX_READY_LISTS);
  const details = createRecentCache<string, ReadyAnswer>(MAX_READY_DETAILS);
  const version = coalesce(store.prepareCatalogueVersion(database));

  /** Returns a function that converts products to JSON in a language. */
  async function onWireIn(language: ShopLanguage): Promise<(row: store.ProductRow) => Product> {
    const isDeliveryByPincode = await hasDeliveryTimes(database);
    return (row) => productOnWire(row, { language, isDeliveryByPincode });
  }

  return {
    /**
     * The matching products, in the requested order. An invalid filter value matches nothing. `fits`: connector types
     * of the chosen car.
     */
    async list(
      filter: ProductFilter,
      { fits, language = 'en' }: { fits?: string[] | undefined; language?: ShopLanguage } = {},
    ): Promise<ReadyAnswer> {
      const conditions = { ...conditionsOf(filter), fits };
      const key = `${language} ${JSON.stringify(conditions)}`;
      const current = await version();
      const cached = lists.get(key);
      if (cached?.version === current) return cached;
      const products = (await store.listProducts(database, conditions)).map(await onWireIn(language));
      const answer = { version: current, products, body: bodyOf(products) };
      lists.set(key, answer);
      return answer;
    },

    /** Undefined for a product that does not exist or is no longer sold. */
    async findProductAnswer(
      id: string,
      language: ShopLanguage = 'en',
    ): Promise<(ReadyAnswer & { product: Product }) | undefined> {
      if (!PRODUCT_ID.test(id)) return undefined;
      const current = await version();
      const key = `${language} ${id}`;
      let answer = details.get(key);
      if (answer?.version !== current) {
        const row = await store.findProduct(database, id);
        if (!row) return undefined;
        const reviews = await listPublishedReviews(database, id, MAX_REVIEWS_SHOWN);
        const product = { ...(await onWireIn(language))(row), ...(reviews && { reviews: reviewsOnWire(reviews) }) };
        answer = { version: current, products: [product], body: bodyOf(product) };
        details.set(key, answer);
      }
      const [product] = answer.products;
      return product && { ...answer, product };
    },
  };
}

function bodyOf(answer: unknown): ReadyBody {
  return new ReadyBody(Buffer.from(JSON.stringify(answer)));
}

/** The filters in a normal form, which is equal for filters that mean the same. */
function conditionsOf(filter: ProductFilter): Omit<store.ProductConditions, 'fits'> {
  const sort = PRODUCT_SORTS.find((one) => one === filter.sort) ?? 'featured';
  return {
    ...searchedFor((filter.q ?? '').toLowerCase().slice(0, 80)),
    ...(filter.phases && { phases: Number(filter.phases) }),
    categories: valuesOf(filter.category),
    connectors: valuesOf(filter.connector),
    powers: POWER_CLASSES.filter((kw) => valuesOf(filter.power).includes(String(kw))),
    minPaise: paiseIn(filter.price_min),
    maxPaise: paiseIn(filter.price_max),
    isInStock: filter.in_stock === '1',
    sort,
  };
}

/** How people write the number of phases of a supply. A home in India usually has one. */
const PHASES: [phases: number, text: RegExp][] = [
  [1, /(?:\b(?:single|one|1)|सिंगल)[\s-]*(?:phase|फ़ेज़|फेज)/u],
  [3, /(?:\b(?:three|3)|थ्री|तीन)[\s-]*(?:phase|फ़ेज़|फेज)/u],
];

/** The words of a search, and the number of phases if it names one. */
function searchedFor(text: string): Pick<store.ProductConditions, 'terms' | 'phases'> {
  const [phases, written] = PHASES.find(([, one]) => one.test(text)) ?? [];
  const words = written ? text.replace(written, ' ') : text;
  return { terms: words.split(/\s+/).filter(Boolean).slice(0, 8), phases };
}

function valuesOf(text: string | undefined): string[] {
  return [...new Set((text ?? '').split('|').filter(Boolean).slice(0, 20))].toSorted();
}

function paiseIn(text: string | undefined): number | undefined {
  return text && /^\d{1,9}$/.test(text) ? nearestPaise(Number(text)) : undefined;
}

function productOnWire(
  row: store.ProductRow,
  { language, isDeliveryByPincode }: { language: ShopLanguage; isDeliveryByPincode: boolean },
): Product {
  return {
    id: row.id,
    product_name: row.name,
    sku: row.sku,
    category: row.category,
    description: row.description,
    price: rupees(row.pricePaise),
    ...(row.discountPaise === null ? {} : { discount_price: rupees(row.discountPaise) }),
    max_output: (row.powerW ?? 0) / 1000,
    quantaty: row.stock,
    images: row.images,
    connector: row.connectors,
    color_variant: row.colours,
    specification: row.specification,
    use: row.use,
    gst_rate: row.gstRate,
    hsn: row.hsn,
    service: row.category === 'service',
    demo: row.isDemo,
    ...(row.warrantyMonths !== null && { warranty_months: row.warrantyMonths }),
    ...deliveryOnWire(row),
    ...(isDeliveryByPincode && row.category !== 'service' && { delivery_by_pincode: true }),
    ...(language === 'hi' && row.hindi && { translation: translationOf(row.hindi, language) }),
  };
}

function deliveryOnWire(row: store.ProductRow): Pick<Product, 'delivery_days'> {
  const days = promisedDelivery(row);
  return days === null ? {} : { delivery_days: days };
}

function translationOf({ name, ...texts }: ProductTexts, language: ShopLanguage): Product['translation'] {
  return { language, product_name: name, ...texts };
}

function reviewsOnWire({
  averageRating,
  count,
  latest,
}: NonNullable<Awaited<ReturnType<typeof listPublishedReviews>>>) {
  return {
    average: Math.round(averageRating * 10) / 10,
    count,
    latest: latest.map(({ rating, comment, name, city, language, writtenAt }) => ({
      rate: rating,
      comment,
      name,
      city,
      language,
      date: writtenAt.toISOString(),
    })),
  };
}
