import type { Product } from '@bijli/contract/storefront';
import { compareMessages } from '#messages/compare-messages.ts';
import { messages } from '#messages/messages.ts';
import { formatNumber } from '#parts/format.ts';
import { nameAndValue } from '#parts/key-figures.ts';
import { textsOf } from '#parts/product-texts.ts';

const NIGHT_HOURS = 8;
/** The part of the energy from the wall that reaches the battery. */
const EFFICIENCY = 0.9;
export const NO_VALUE = '–';

/** A row of the comparison, with one value for each product in their order. */
export interface CompareRow {
  name: string;
  values: string[];
  /** The unit of the values, when they are figures. */
  unit?: string;
  /** Lengths of the bars below the figures. */
  amounts?: number[];
  /** Connector types of each product, as the catalogue spells them. */
  types?: string[][];
  /** True when the values are texts of the products, each in the language that its product has. */
  isOwn?: true;
}

export const differs = ({ values }: CompareRow): boolean => new Set(values).size > 1;

/** All rows for which at least one product has a value. */
export function compareRows(products: Product[]): CompareRow[] {
  const of = (value: (product: Product) => string): string[] => products.map((one) => value(one) || NO_VALUE);
  const figure = (value: number): string => (value > 0 ? formatNumber(value) : '');
  const { maxOutput, connector, night, atMost, madeFor, availability } = compareMessages();
  const { inStock, outOfStock } = messages().product;
  const fixed: CompareRow[] = [
    {
      name: maxOutput,
      values: of((one) => figure(one.max_output)),
      unit: messages().kw,
      amounts: products.map((one) => one.max_output),
    },
    {
      name: night,
      values: of((one) => figure(Math.floor(one.max_output * NIGHT_HOURS * EFFICIENCY))),
      unit: atMost,
    },
    {
      name: connector,
      values: of((one) => one.connector.join(', ')),
      types: products.map((one) => one.connector),
    },
    { name: madeFor, values: of((one) => textsOf(one).use), isOwn: true },
    { name: availability, values: of((one) => (one.quantaty > 0 ? inStock(one.quantaty) : outOfStock)) },
  ];
  const specifications = products.map(specificationOf);
  const keys = [...new Set(specifications.flatMap((lines) => [...lines.keys()]))];
  const rows = keys.map((key): CompareRow => {
    const lines = specifications.map((one) => one.get(key));
    return {
      name: lines.find((line) => line !== undefined)?.name ?? key,
      values: lines.map((line) => line?.value || NO_VALUE),
      isOwn: true,
    };
  });
  return [...fixed, ...rows].filter(({ values }) => values.some((value) => value !== NO_VALUE));
}

/** The lines of a product's specification, by their English names, because these are the same for all products. */
function specificationOf(product: Product): Map<string, { name: string; value: string }> {
  const shown = textsOf(product).specification;
  return new Map(
    product.specification.map((line, index) => {
      const [name, value] = nameAndValue(shown[index] ?? line);
      return [nameAndValue(line)[0], { name, value }];
    }),
  );
}
