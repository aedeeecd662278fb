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
  /** The form cannot reckon by itself: a button shows the total of what is typed. */
  showTotal?: boolean;
}

/** The summary beside an order form. */
export function OrderedProduct({ product, colour, showTotal = false, ...figures }: Props) {
  return (
    <section className={styles.summary}>
      <OrderSummary
        name={product.product_name}
        image={product.images[0]}
        colour={colour}
        note={colour ? `${colour} · ${orderMessages.order.oneUnit}` : orderMessages.order.oneUnit}
        {...figures}
      />
      {showTotal && (
        <button className={styles.again} formNoValidate name="show" value="total">
          {orderMessages.order.showTotal}
        </button>
      )}
      {product.gst_rate !== undefined && <p className={styles.help}>{orderMessages.order.gst(product.gst_rate)}</p>}
    </section>
  );
}
