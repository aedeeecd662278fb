import type { Product } from '@bijli/contract/storefront';
import styles from './OrderForm.module.css';
import { OrderSummary } from './OrderSummary.tsx';
import { orderWords } from './order-words.ts';

interface Props {
  product: Product;
  colour: string;
  price: number;
  shipping: number;
  total: number;
}

/** The summary beside an order form. */
export function OrderedProduct({ product, colour, ...figures }: Props) {
  return (
    <section className={styles.summary}>
      <OrderSummary
        name={product.product_name}
        image={product.images[0]}
        colour={colour}
        note={colour ? `${colour} · ${orderWords.order.oneUnit}` : orderWords.order.oneUnit}
        {...figures}
      />
      {product.gst_rate !== undefined && <p className={styles.help}>{orderWords.order.gst(product.gst_rate)}</p>}
    </section>
  );
}
