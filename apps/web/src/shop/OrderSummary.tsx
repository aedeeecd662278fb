import type { Product } from '@bijli/contract/storefront';
import { inPaise } from './format.ts';
import styles from './OrderForm.module.css';
import { ProductPicture } from './ProductPicture.tsx';
import { words } from './words.ts';

interface Props {
  product: Product;
  colour: string;
  price: number;
  shipping: number;
  total: number;
}

/** What is ordered and what it comes to, in rupees. */
export function OrderSummary({ product, colour, price, shipping, total }: Props) {
  return (
    <section className={styles.summary}>
      <h3>{words.order.summary}</h3>
      <div className={styles.item}>
        <ProductPicture src={product.images[0]} alt="" colour={colour} sizes="96px" />
        <p>
          <b>{product.product_name}</b>
          <span>{colour ? `${colour} · ${words.order.oneUnit}` : words.order.oneUnit}</span>
        </p>
      </div>
      <dl className={styles.bill}>
        <div>
          <dt>{words.order.price}</dt>
          <dd>{inPaise(price)}</dd>
        </div>
        <div>
          <dt>{words.order.shipping}</dt>
          <dd>{inPaise(shipping)}</dd>
        </div>
        <div className={styles.total}>
          <dt>{words.order.total}</dt>
          <dd>{inPaise(total)}</dd>
        </div>
      </dl>
      {product.gst_rate !== undefined && <p className={styles.help}>{words.order.gst(product.gst_rate)}</p>}
    </section>
  );
}
