import * as z from 'zod/mini';
import { nearestPaise } from '@bijli/contract/money';
import type { ProductCategory, ProductTexts } from '../storefront.tables.ts';

/** A valid row of a product file. */
export interface ProductImport {
  id: string;
  sku: string;
  name: string;
  use: string;
  description: string;
  category: ProductCategory;
  pricePaise: number;
  discountPaise: number | null;
  powerW: number | null;
  /** Unreserved units. Null leaves the stock as it is. */
  stock: number | null;
  images: string[];
  connectors: string[];
  colours: string[];
  specification: string[];
  /** The Hindi texts: all of them or none. */
  hindi: ProductTexts | null;
  hsn: string;
  gstRate: number;
  warrantyMonths: number | null;
  /** Days after payment. Both are null if the file says nothing. */
  deliveryDaysFrom: number | null;
  deliveryDaysTo: number | null;
  isDemo: boolean;
}

/** What is wrong with a row, for the operator. */
export class ProductProblem extends Error {}

/* A spreadsheet makes texts of everything, and lists as `a|b|c`. */
const number = z.union(
  [z.number(), z.pipe(z.string().check(z.regex(/^-?\d+(\.\d+)?$/)), z.transform(Number))],
  'a number is expected',
);
const nothing = z.pipe(
  z.union([z.null(), z.literal('')]),
  z.transform(() => null),
);
const maybeNumber = z.optional(z.union([nothing, number], 'a number or nothing is expected'));
const parted = z.transform((text: string) => text.split('|').flatMap((part) => part.trim() || []));
const list = z._default(z.union([z.array(z.string()), z.pipe(z.string(), parted)], 'a list is expected'), []);
const yesOrNo = z.pipe(
  z.enum(['true', 'false', 'yes', 'no', '']),
  z.transform((word) => word === 'true' || word === 'yes'),
);
const flag = z._default(z.union([z.boolean(), yesOrNo], 'yes or no is expected'), false);
const text = (max: number) =>
  z._default(z.string('a text is expected').check(z.maxLength(max, `at most ${max} characters`)), '');

/** Prices in rupees with GST, power in kW. */
const productRow = z.strictObject(
  {
    sku: z
      .string('it is missing')
      .check(z.trim(), z.regex(/^[A-Za-z0-9-]{2,40}$/, '2 to 40 letters, digits and hyphens are expected')),
    name: z
      .string('it is missing')
      .check(z.trim(), z.minLength(1, 'it is empty'), z.maxLength(120, 'at most 120 characters')),
    use: text(160),
    description: text(4000),
    category: z.enum(['ac', 'dc', 'accessory', 'service'], 'ac, dc, accessory or service is expected'),
    price: number,
    discount_price: maybeNumber,
    max_output: maybeNumber,
    stock: maybeNumber,
    images: list,
    connectors: list,
    colours: list,
    specification: list,
    name_hi: text(120),
    use_hi: text(160),
    description_hi: text(4000),
    colours_hi: list,
    specification_hi: list,
    hsn: z.string('it is missing').check(z.trim(), z.regex(/^[0-9]{4,8}$/, '4 to 8 digits are expected')),
    gst_rate: number,
    warranty_months: maybeNumber,
    delivery_days_from: maybeNumber,
    delivery_days_to: maybeNumber,
    demo: flag,
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `there is no column ${issue.keys.join(', ')}` : 'columns are expected',
  },
);

const MAX_PAISE = 100_000_000_00;
const MAX_DELIVERY_DAYS = 90;
const IMAGE = /^\/?[\w./-]{1,200}(#[a-z]{1,20})?$/;

/** Parses a row of a product file. Throws ProductProblem with everything that is wrong. */
export function parseProductImport(row: unknown): ProductImport {
  const parsed = z.safeParse(productRow, row);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the row'}: ${message}`);
    throw new ProductProblem([...new Set(problems)].join('; '));
  }
  const { price, discount_price: discount = null, max_output: kw = null, stock = null, ...others } = parsed.data;
  const {
    warranty_months: warrantyMonths = null,
    delivery_days_from: deliveryDaysFrom = null,
    delivery_days_to: deliveryDaysTo = null,
    ...inLanguages
  } = others;
  const { name_hi, use_hi, description_hi, colours_hi, specification_hi, ...rest } = inLanguages;
  const hindi = textsOrNull({
    name: name_hi.trim(),
    use: use_hi,
    description: description_hi,
    specification: specification_hi,
    colours: colours_hi,
  });
  const pricePaise = nearestPaise(price);
  const discountPaise = discount === null ? null : nearestPaise(discount);
  const problems = [
    pricePaise > 0 && pricePaise <= MAX_PAISE ? undefined : 'price: must be above 0',
    discountPaise === null || (discountPaise > 0 && discountPaise < pricePaise)
      ? undefined
      : 'discount_price: must be above 0 and below the price',
    kw === null || (kw > 0 && kw <= 1000) ? undefined : 'max_output: must be above 0 and at most 1000 kW',
    stock === null || (Number.isInteger(stock) && stock >= 0 && stock <= 1_000_000)
      ? undefined
      : 'stock: must be a whole number from 0',
    Number.isInteger(rest.gst_rate) && rest.gst_rate >= 0 && rest.gst_rate <= 40
      ? undefined
      : 'gst_rate: must be a whole percentage',
    warrantyMonths === null || (Number.isInteger(warrantyMonths) && warrantyMonths > 0 && warrantyMonths <= 240)
      ? undefined
      : 'warranty_months: must be a whole number from 1 to 240',
    areDeliveryDays(deliveryDaysFrom, deliveryDaysTo)
      ? undefined
      : 'delivery_days_from, delivery_days_to: whole numbers from 0 to 90 are expected, or neither',
    rest.images.every((image) => IMAGE.test(image)) ? undefined : 'images: a path is expected',
    [rest, hindi ?? []].flatMap((one) => Object.values(one).flat()).some((text) => /[<>]/.test(String(text)))
      ? 'texts: no < and >'
      : undefined,
    hindi === null || isFullyTranslated(hindi, rest)
      ? undefined
      : 'name_hi: a text and a list in Hindi are expected for each in English',
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new ProductProblem(problems.join('; '));
  const { sku, gst_rate: gstRate, demo: isDemo, ...columns } = rest;
  return {
    ...columns,
    // The badges put the word before each.
    connectors: columns.connectors.map((connector) => connector.replace(/^Type (?=.)/i, '')),
    id: sku.toLowerCase(),
    sku,
    hindi,
    gstRate,
    isDemo,
    warrantyMonths,
    deliveryDaysFrom,
    deliveryDaysTo,
    pricePaise,
    discountPaise,
    powerW: kw === null ? null : Math.round(kw * 1000),
    stock,
  };
}

/** Null if all are empty. */
function textsOrNull(texts: ProductTexts): ProductTexts | null {
  return Object.values(texts).some(({ length }) => length > 0) ? texts : null;
}

function areDeliveryDays(from: number | null, to: number | null): boolean {
  if (from === null || to === null) return from === to;
  return Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= MAX_DELIVERY_DAYS;
}

/** True if the other language has a text wherever English has one, and only there. */
function isFullyTranslated(texts: ProductTexts, english: ProductTexts): boolean {
  const names = ['name', 'use', 'description'] as const;
  const lists = ['specification', 'colours'] as const;
  return (
    names.every((name) => (texts[name] === '') === (english[name] === '')) &&
    lists.every((name) => texts[name].length === english[name].length)
  );
}
