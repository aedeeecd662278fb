import type { Product } from '@bijli/contract/storefront';
import { withUnit } from '@bijli/ui/format/units';
import { keyFacts } from './key-facts.ts';
import styles from './KeyFacts.module.css';

/** The figures that a buyer looks for first. */
export function KeyFacts({ product }: { product: Product }) {
  const facts = keyFacts(product);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, unit }) => (
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
