import styles from './ShopSpinner.module.css';
import { words } from './words.ts';

export function ShopSpinner() {
  return (
    <div className={styles.page} role="status" aria-label={words.product.loading}>
      <span className={styles.ring} />
    </div>
  );
}
