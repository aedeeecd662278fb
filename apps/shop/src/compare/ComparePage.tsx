import { useEffect, useState, type CSSProperties } from 'react';
import type { ShopPage } from '@bijli/contract/shop-page';
import { MAX_COMPARED } from '@bijli/contract/shop-rules';
import { withUnit } from '@bijli/ui/format/units';
import { useComparison } from '#device/comparison.ts';
import { PairDrawing } from '#drawings/PairDrawing.tsx';
import { useShop } from '#frame/shop-context.ts';
import { comparePath, shopPath } from '#frame/shop-path.ts';
import { compareMessages } from '#messages/compare-messages.ts';
import { messages } from '#messages/messages.ts';
import { ConnectorBadge } from '#parts/ConnectorBadge.tsx';
import { EmptyState } from '#parts/EmptyState.tsx';
import { textsOf } from '#parts/product-texts.ts';
import { compareRows, differs, NO_VALUE, type CompareRow } from './compare-rows.ts';
import { CompareColumn } from './CompareColumn.tsx';
import styles from './ComparePage.module.css';

/**
 * Compares chargers side by side. The address names them. If it names none, they are those that this browser remembers.
 */
export function ComparePage({ products }: Extract<ShopPage, { kind: 'compare' }>) {
  const { path, go } = useShop();
  const comparison = useComparison();
  const [differsFirst, setDiffersFirst] = useState(true);
  const remembered = comparison.ids.join('|');
  useEffect(() => {
    if (path === shopPath('/compare') && remembered !== '') go(comparePath(remembered.split('|')), { replaces: true });
  }, [path, remembered, go]);

  const title = messages().compare;
  const { empty, emptyText, differsFirst: label, unknown, ask } = compareMessages();
  if (products.length === 0) {
    return (
      <EmptyState drawing={<PairDrawing />} title={empty} text={emptyText} isPage>
        <a href={shopPath('/products')}>{messages().missing.all}</a>
      </EmptyState>
    );
  }

  const ids = products.map(({ id }) => id);
  const rows = compareRows(products);
  const ordered = differsFirst ? [...rows.filter(differs), ...rows.filter((row) => !differs(row))] : rows;
  return (
    <>
      <div className={styles.head}>
        <h1>{title}</h1>
        <label className={styles.toggle}>
          <input type="checkbox" checked={differsFirst} onChange={(event) => setDiffersFirst(event.target.checked)} />
          {label}
        </label>
      </div>
      <section className={styles.scroll} aria-label={title}>
        <table className={styles.table} style={{ '--columns': products.length } as CSSProperties}>
          <thead>
            <tr>
              <td>{messages().chosen(products.length, MAX_COMPARED)}</td>
              {products.map((product) => (
                <CompareColumn
                  key={product.id}
                  product={product}
                  without={comparePath(ids.filter((id) => id !== product.id))}
                  onRemove={() => comparison.ids.includes(product.id) && comparison.toggle(product.id)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered.map((row) => (
              <tr key={row.name} className={differs(row) ? styles.differs : undefined}>
                <th scope="row">{row.name}</th>
                {products.map((product, index) => (
                  <td key={product.id} lang={row.isOwn && textsOf(product).lang}>
                    <Value row={row} index={index} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.some(({ values }) => values.includes(NO_VALUE)) && (
        <p className={styles.unknown}>
          {unknown} <a href="#help">{ask}</a>
        </p>
      )}
    </>
  );
}

/** The value of one product in a row. */
function Value({ row: { values, unit, amounts, types }, index }: { row: CompareRow; index: number }) {
  const value = values[index];
  const badges = types?.[index];
  if (badges?.length) {
    return (
      <span className={styles.badges}>
        {badges.map((type) => (
          <ConnectorBadge key={type} type={type} isPlain />
        ))}
      </span>
    );
  }
  if (unit === undefined) return value;
  return (
    <>
      <b className={styles.figure}>{value}</b>
      <small>{withUnit('', unit)}</small>
      {amounts && (
        <span className={styles.meter} aria-hidden>
          <i style={{ width: `${(100 * (amounts[index] ?? 0)) / Math.max(1, ...amounts)}%` }} />
        </span>
      )}
    </>
  );
}
