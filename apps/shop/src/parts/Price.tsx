import { priceOfProduct } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { wholeRupees } from '@bijli/ui/format/money';
import { messages } from '#messages/messages.ts';
import styles from './Price.module.css';

/** The selling price. A price before a discount is struck through beside it. */
export function Price({
  product,
  isLarge = false,
  showsSaving = false,
}: {
  product: Product;
  isLarge?: boolean;
  showsSaving?: boolean;
}) {
  const { price, discount_price: discount } = product;
  return (
    <p className={`${styles.price} ${isLarge ? styles.large : ''}`}>
      <b>{wholeRupees(priceOfProduct(product))}</b>
      {discount !== undefined && (
        <s>
          <span className="visually-hidden">{messages().card.before}</span>
          {wholeRupees(price)}
        </s>
      )}
      {showsSaving && discount !== undefined && (
        <span className={styles.save}>{messages().product.save(wholeRupees(price - discount))}</span>
      )}
    </p>
  );
}
