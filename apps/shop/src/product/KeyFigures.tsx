import type { Product } from '@bijli/contract/storefront';
import { withUnit } from '@bijli/ui/format/units';
import { keyFigures } from '#parts/key-figures.ts';
import styles from './KeyFigures.module.css';

/** The product's most important figures. */
export function KeyFigures({ product }: { product: Product }) {
  const figures = keyFigures(product);
  if (figures.length === 0) return null;
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, unit }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {unit !== undefined && <small>{withUnit('', unit)}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
