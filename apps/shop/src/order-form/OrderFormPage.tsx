import { CircleAlert } from 'lucide-react';
import { enteredTotal } from '@bijli/contract/order-rules';
import type { ShopPage } from '@bijli/contract/shop-page';
import { priceOfProduct } from '@bijli/contract/shop-rules';
import { useDriver } from '#device/signed-in-driver.ts';
import { FORM_END } from '#frame/form-end.ts';
import { productPath } from '#frame/shop-path.ts';
import { orderFormMessages } from '#messages/order-form-messages.ts';
import { Breadcrumb } from '#parts/Breadcrumb.tsx';
import { textsOf } from '#parts/product-texts.ts';
import { OrderedProduct } from './OrderedProduct.tsx';
import { OrderFields } from './OrderFields.tsx';
import { problemMessages } from './problem-messages.ts';
import { useKnownBuyer } from './use-known-buyer.ts';
import styles from './OrderForm.module.css';

/** The order form as a page of its own, which the browser sends by itself. */
export function OrderFormPage(page: Extract<ShopPage, { kind: 'order-form' }>) {
  const { product, installation, colour, orderKey, fields, refusal, fresh } = page;
  const problems = problemMessages(page.problems);
  const count = Object.keys(problems).length;
  const price = fresh?.price ?? priceOfProduct(product);
  const offeredPrice = installation && (fresh?.installation_price ?? priceOfProduct(installation));
  const installationPrice = fields.installation === '' ? undefined : offeredPrice;
  const shipping = fresh ? String(fresh.shipping_price) : fields.shipping;
  const isGone = product.quantaty === 0;
  const sentence = refusal === '' && isGone ? orderFormMessages().gone : refusal;
  const back = productPath(product.id);
  const driver = useDriver('token');
  const form = useKnownBuyer(count === 0 && refusal === '');
  return (
    <>
      <Breadcrumb above={{ href: back, name: textsOf(product).name }} page={orderFormMessages().title} />
      <form ref={form} className={styles.page} method="post" action={`${back}/order`}>
        {/* The first button is what Enter presses. */}
        <button className="visually-hidden" tabIndex={-1} aria-hidden disabled={isGone} />
        <input type="hidden" name="key" value={orderKey} />
        <input type="hidden" name="colour" value={colour} />
        <input type="hidden" name="price" value={price} />
        <input type="hidden" name="installation_price" value={offeredPrice} />
        {driver !== undefined && <input type="hidden" name="driver" value={driver} />}
        <h1>{orderFormMessages().title}</h1>
        <div className={styles.columns}>
          <div className={styles.fields}>
            {(count > 0 || sentence !== '') && (
              <p className={styles.alert} role="alert">
                <CircleAlert aria-hidden size={20} />
                {count > 0
                  ? orderFormMessages().problems(count)
                  : fresh
                    ? orderFormMessages().changed(fresh)
                    : sentence}
              </p>
            )}
            <OrderFields
              fields={{ ...fields, shipping }}
              problems={problems}
              product={product}
              installation={installation}
              delivery={page.delivery}
            />
          </div>
          <OrderedProduct
            product={product}
            installation={installation}
            colour={colour}
            price={price}
            installationPrice={installationPrice}
            shipping={Number(shipping) || 0}
            quantity={fields.quantity}
            total={enteredTotal(price + (installationPrice ?? 0), fields)}
            showsTotal
          />
        </div>
        <div className={styles.foot} id={FORM_END}>
          <a className={styles.cancel} href={back}>
            {orderFormMessages().cancel}
          </a>
          <button className={styles.place} disabled={isGone}>
            {orderFormMessages().place}
          </button>
        </div>
      </form>
    </>
  );
}
