import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Card.module.css';

/** A raised surface on the page. */
export function Card({ as: Tag = 'section', children }: { as?: 'section' | 'div' | 'article'; children: ReactNode }) {
  return <Tag className={styles.card}>{children}</Tag>;
}

/** A list of terms and values, with the values at the right. A pair without a value is left out. */
export function KeyValues({ pairs, isRuled }: { pairs: readonly (readonly [string, ReactNode])[]; isRuled?: boolean }) {
  return (
    <dl className={cx(styles.pairs, isRuled && styles.ruled, 'num')}>
      {pairs
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Lines of an account with their total below. */
export function Totals({
  lines,
  total,
}: {
  lines: readonly (readonly [string, string])[];
  total: readonly [string, string];
}) {
  return (
    <dl className={cx(styles.sum, 'num')}>
      {lines.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{total[0]}</dt>
        <dd>{total[1]}</dd>
      </div>
    </dl>
  );
}
