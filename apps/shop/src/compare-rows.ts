import type { Product } from '@bijli/contract/storefront';
import { inNumber } from './format.ts';
import { nameAndValue } from './key-figures.ts';
import { messages } from './messages.ts';
import { textsOf } from './product-texts.ts';

const NIGHT_HOURS = 8;
/** What arrives in a battery of what leaves the wall. */
const EFFICIENCY = 0.9;
const NO_VALUE = '–';

/** One line of the comparison: a value for each product, in their order. */
export interface CompareRow {
  name: string;
  values: string[];
  /** The values are figures in this unit. */
  unit?: string;
  /** What a bar shows below the figures. */
  amounts?: number[];
  /** The values are types of connectors, each named by what stands behind `Type`. */
  types?: string[][];
  /** The values are the products' own words, each in the language that its product has. */
  isOwn?: true;
}

export const differs = ({ values }: CompareRow): boolean => new Set(values).size > 1;

/** Everything that is known of the products, row by row; those of no product are left out. */
export function compareRows(products: Product[]): CompareRow[] {
  const of = (value: (product: Product) => string): string[] => products.map((one) => value(one) || NO_VALUE);
  const figure = (value: number): string => (value > 0 ? inNumber(value) : '');
  const { maxOutput, connector, night, atMost, madeFor, availability } = messages().comparePage;
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
  return [...fixed, ...rows];
}

/** The lines of a product's specification as they are shown, by their names in English, which the products share. */
function specificationOf(product: Product): Map<string, { name: string; value: string }> {
  const shown = textsOf(product).specification;
  return new Map(
    product.specification.map((line, index) => {
      const [name, value] = nameAndValue(shown[index] ?? line);
      return [nameAndValue(line)[0], { name, value }];
    }),
  );
}
