import { PackageX } from 'lucide-react';
import styles from './ProductsPage.module.css';
import { words } from './words.ts';

/** A product, or an order, that is not there. */
export function MissingPage({ what }: { what: 'product' | 'order' }) {
  const { title, text, all } = words.missing;
  return (
    <section className={styles.empty}>
      <PackageX aria-hidden size={64} strokeWidth={1.25} />
      <h1>{title[what]}</h1>
      <p>{text[what]}</p>
      <a href="/products">{all}</a>
    </section>
  );
}
