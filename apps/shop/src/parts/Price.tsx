import { priceOfProduct } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { wholeRupees } from '@bijli/ui/format/money';
import { messages } from '#messages/messages.ts';
import styles from './Price.module.css';

/** The selling price. A price before a discount is struck through beside it. */
export function Price({
  product,
  installation,
  isLarge = false,
  showsSaving = false,
}: {
  product: Product;
  /** It is ordered too, so the price is that of both. */
  installation?: Product | undefined;
  isLarge?: boolean;
  showsSaving?: boolean;
}) {
  const { price, discount_price: discount } = product;
  return (
    <p className={`${styles.price} ${isLarge ? styles.large : ''}`}>
      <b>{wholeRupees(priceOfProduct(product) + (installation ? priceOfProduct(installation) : 0))}</b>
      {installation && <span className={styles.with}>{messages().product.installation.included}</span>}
      {!installation && discount !== undefined && (
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
