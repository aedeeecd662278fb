import type { Product } from '@bijli/contract/storefront';
import { orderMessages } from './order-messages.ts';
import { OrderSummary } from './OrderSummary.tsx';
import styles from './OrderForm.module.css';

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
        note={colour ? `${colour} · ${orderMessages.order.oneUnit}` : orderMessages.order.oneUnit}
        {...figures}
      />
      {product.gst_rate !== undefined && <p className={styles.help}>{orderMessages.order.gst(product.gst_rate)}</p>}
    </section>
  );
}
