import { messages } from '#messages/messages.ts';
import styles from './ShopSpinner.module.css';

export function ShopSpinner() {
  return (
    <div className={styles.page} role="status" aria-label={messages().product.loading}>
      <span className={styles.ring} />
    </div>
  );
}
