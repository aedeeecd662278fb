import { Plus, X } from 'lucide-react';
import { MAX_COMPARED } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import type { Comparison } from '#device/comparison.ts';
import { comparePath, shopPath } from '#frame/shop-path.ts';
import { finderMessages } from '#messages/finder-messages.ts';
import { messages } from '#messages/messages.ts';
import { ProductPicture } from '#parts/ProductPicture.tsx';
import styles from './CompareTray.module.css';

/** Id of the form that the checkboxes on the cards belong to. */
export const COMPARE_FORM = 'compare';

/**
 * The chargers chosen for comparison and a link to it, shown from the first choice on. Without JavaScript it is a form
 * with the checkboxes on the cards.
 */
export function CompareTray({ comparison, products }: { comparison: Comparison; products: Product[] }) {
  const { ids, clear } = comparison;
  if (ids.length === 0) {
    return (
      <noscript>
        <form id={COMPARE_FORM} action={shopPath('/compare')} className={styles.tray}>
          <button className={styles.go}>{finderMessages().tray.compareChosen}</button>
        </form>
      </noscript>
    );
  }
  return (
    <aside className={styles.tray} aria-label={finderMessages().tray.label}>
      <ul aria-hidden>
        {ids.map((id) => (
          <li key={id}>
            <ProductPicture src={products.find((one) => one.id === id)?.images[0]} alt="" sizes="64px" />
          </li>
        ))}
        {Array.from({ length: MAX_COMPARED - ids.length }, (_, index) => (
          <li key={index} className={styles.free}>
            <Plus size={20} strokeWidth={1.75} />
          </li>
        ))}
      </ul>
      <p role="status">{messages().chosen(ids.length, MAX_COMPARED)}</p>
      <a className={styles.go} href={comparePath(ids)}>
        {finderMessages().tray.compare(ids.length)}
      </a>
      <button type="button" className={styles.clear} aria-label={finderMessages().tray.clear} onClick={clear}>
        <X aria-hidden size={20} />
      </button>
    </aside>
  );
}
