import type { ShopPage } from '@bijli/contract/shop-page';
import { orderTotal, priceOf } from '@bijli/contract/shop-rules';
import { CircleAlert } from 'lucide-react';
import styles from './OrderForm.module.css';
import { OrderFields, problemsInWords } from './OrderFields.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { words } from './words.ts';

/** The order form as a page of its own, which the browser sends by itself. */
export function OrderFormPage(page: Extract<ShopPage, { kind: 'order-form' }>) {
  const { product, colour, key, fields, refusal, fresh } = page;
  const problems = problemsInWords(page.problems);
  const count = Object.keys(problems).length;
  const price = fresh?.price ?? priceOf(product);
  const shipping = fresh ? String(fresh.shipping_price) : fields.shipping;
  return (
    <form className={styles.page} method="post" action={`/product-order-detail/${product.id}/order`}>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="colour" value={colour} />
      <input type="hidden" name="price" value={price} />
      <h1>{words.order.title}</h1>
      <div className={styles.columns}>
        <div className={styles.fields}>
          {(count > 0 || refusal !== '') && (
            <p className={styles.alert} role="alert">
              <CircleAlert aria-hidden size={20} />
              {count > 0 ? words.order.problems(count) : fresh ? words.order.changed : refusal}
            </p>
          )}
          <OrderFields fields={{ ...fields, shipping }} problems={problems} />
        </div>
        <OrderSummary
          product={product}
          colour={colour}
          price={price}
          shipping={Number(shipping) || 0}
          total={orderTotal(price, shipping)}
        />
      </div>
      <div className={styles.foot}>
        <a className={styles.cancel} href={`/product-order-detail/${product.id}`}>
          {words.order.cancel}
        </a>
        <button className={styles.place}>{words.order.place}</button>
      </div>
    </form>
  );
}
