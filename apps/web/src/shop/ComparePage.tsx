import type { ShopPage } from '@bijli/contract/shop-page';
import type { Product } from '@bijli/contract/storefront';
import { Scale, X } from 'lucide-react';
import { useEffect, useState, type CSSProperties } from 'react';
import styles from './ComparePage.module.css';
import { inNumber } from './format.ts';
import { useComparison } from './kept.ts';
import { useShop } from './navigation.ts';
import { Price } from './Price.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import empty from './ProductsPage.module.css';
import { words } from './words.ts';

const NIGHT_HOURS = 8;
/** What arrives in a battery of what leaves the wall. */
const EFFICIENCY = 0.9;

interface Row {
  name: string;
  values: string[];
  /** What a bar shows beside the words. */
  amounts?: number[];
}

/** Chargers side by side. The address names them; without one, those that this browser remembers. */
export function ComparePage({ products }: Extract<ShopPage, { kind: 'compare' }>) {
  const { path, go } = useShop();
  const comparison = useComparison();
  const [differsFirst, setDiffersFirst] = useState(true);
  const remembered = comparison.ids.join('|');
  useEffect(() => {
    if (path === '/compare' && remembered !== '')
      go(`/compare?ids=${encodeURIComponent(remembered)}`, { replace: true });
  }, [path, remembered, go]);

  if (products.length === 0) {
    return (
      <section className={empty.empty}>
        <Scale aria-hidden size={64} strokeWidth={1.25} />
        <h1>{words.comparePage.empty}</h1>
        <p>{words.comparePage.emptyText}</p>
        <a href="/products">{words.missing.all}</a>
      </section>
    );
  }

  function remove(id: string): void {
    if (comparison.ids.includes(id)) comparison.toggle(id);
    const rest = products.filter((one) => one.id !== id).map((one) => one.id);
    go(`/compare?ids=${encodeURIComponent(rest.join('|'))}`, { replace: true });
  }

  const rows = rowsOf(products);
  const ordered = differsFirst ? [...rows.filter(differs), ...rows.filter((row) => !differs(row))] : rows;
  return (
    <>
      <div className={styles.head}>
        <h1>{words.comparePage.title}</h1>
        <label className={styles.toggle}>
          <input
            type="checkbox"

            checked={differsFirst}
            onChange={(event) => setDiffersFirst(event.target.checked)}
          />
          {words.comparePage.differsFirst}
        </label>
      </div>
      <section className={styles.scroll} aria-label={words.comparePage.title}>
        <table className={styles.table} style={{ '--columns': products.length } as CSSProperties}>
          <thead>
            <tr>
              <td aria-hidden />
              {products.map((product) => (
                <Column key={product.id} product={product} onRemove={() => remove(product.id)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered.map((row) => (
              <tr key={row.name} className={differs(row) ? styles.differs : undefined}>
                <th scope="row">{row.name}</th>
                {row.values.map((value, place) => (
                  <td key={products[place]?.id}>
                    {value}
                    {row.amounts && (
                      <span className={styles.meter} aria-hidden>
                        <i style={{ width: `${(100 * (row.amounts[place] ?? 0)) / Math.max(1, ...row.amounts)}%` }} />
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Column({ product, onRemove }: { product: Product; onRemove(): void }) {
  const { id, product_name: name, images, quantaty: stock } = product;
  return (
    <th scope="col">
      <button type="button" className={styles.remove} aria-label={words.comparePage.remove(name)} onClick={onRemove}>
        <X aria-hidden size={18} />
      </button>
      <span className={styles.picture}>
        <ProductPicture src={images[0]} alt="" sizes="(min-width: 1024px) 320px, 45vw" />
      </span>
      <a className={styles.name} href={`/product-order-detail/${id}`}>
        {name}
      </a>
      <Price product={product} />
      {stock > 0 && (
        <a
          className={styles.order}
          href={`/product-order-detail/${id}/order`}
          aria-label={words.comparePage.order(name)}
        >
          {words.product.order}
        </a>
      )}
    </th>
  );
}

const differs = ({ values }: Row): boolean => new Set(values).size > 1;

function rowsOf(products: Product[]): Row[] {
  const kw = (value: number): string => (value > 0 ? `${inNumber(value)} kW` : '–');
  const night = (value: number): string =>
    value > 0 ? `${inNumber(Math.floor(value * NIGHT_HOURS * EFFICIENCY))} ${words.comparePage.atMost}` : '–';
  const { maxOutput, connectors, outOfStock, inStock } = words.product;
  const fixed: Row[] = [
    {
      name: maxOutput,
      values: products.map((one) => kw(one.max_output)),
      amounts: products.map((one) => one.max_output),
    },
    { name: words.comparePage.night, values: products.map((one) => night(one.max_output)) },
    { name: connectors, values: products.map((one) => one.connector.map(words.card.type).join(', ') || '–') },
    { name: words.comparePage.madeFor, values: products.map((one) => one.use ?? '–') },
    {
      name: words.comparePage.availability,
      values: products.map((one) => (one.quantaty > 0 ? inStock(one.quantaty) : outOfStock)),
    },
  ];
  const told = products.map((one) => new Map(one.specification.map(entryOf)));
  const names = [...new Set(told.flatMap((lines) => [...lines.keys()]))];
  return [...fixed, ...names.map((name) => ({ name, values: told.map((lines) => lines.get(name) ?? '–') }))];
}

function entryOf(line: string): [string, string] {
  const [name = '', ...value] = line.split(': ');
  return [name, value.join(': ')];
}
