import { messages } from '#messages/messages.ts';
import styles from './ProductPage.module.css';

/** Submits its form, which opens the order form. */
export function OrderButton({ stock }: { stock: number }) {
  return (
    <button className={styles.order} disabled={stock === 0}>
      {stock > 0 ? messages().product.order : messages().product.outOfStock}
    </button>
  );
}
