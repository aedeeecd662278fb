import { needsInstallation } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { useShop } from '#frame/shop-context.ts';
import { orderFormMessages } from '#messages/order-form-messages.ts';
import { OrderSummary } from '#orders/OrderSummary.tsx';
import { rupeesAndPaise } from '#parts/amount.ts';
import { textsOf } from '#parts/product-texts.ts';
import styles from './OrderForm.module.css';

interface Props {
  product: Product;
  /** The installation that is sold for it. */
  installation: Product | undefined;
  colour: string;
  /** Price of one unit. */
  price: number;
  /** Of one unit, if it is ordered too. */
  installationPrice: number | undefined;
  /** As the buyer typed it. */
  quantity: string;
  shipping: number;
  total: number;
  /** True without JavaScript: a button then calculates the total of what was typed. */
  showsTotal?: boolean;
}

/** The summary beside an order form. */
export function OrderedProduct({ product, installation, colour, quantity, showsTotal = false, ...figures }: Props) {
  const texts = textsOf(product);
  const { paymentMinutes } = useShop().settings;
  const { summary, each, payWithin, gst, installationGst, installHere, installQuote } = orderFormMessages();
  const isInstalled = figures.installationPrice !== undefined;
  const count = Number(quantity) || 1;
  const counts = count === 1 ? [summary.units(1)] : [summary.units(count), each(rupeesAndPaise(figures.price))];
  return (
    <section className={styles.summary}>
      <OrderSummary
        texts={summary}
        name={texts.name}
        lang={texts.lang}
        image={product.images[0]}
        colour={colour}
        note={[texts.colourName(colour), ...counts].filter(Boolean).join(' · ')}
        quantity={count}
        {...figures}
      />
      {showsTotal && (
        <button className={styles.again} formNoValidate name="show" value="total">
          {orderFormMessages().showTotal}
        </button>
      )}
      {product.gst_rate !== undefined && <p className={styles.help}>{gst(product.gst_rate)}</p>}
      {isInstalled && installation?.gst_rate !== undefined && (
        <p className={styles.help}>{installationGst(installation.gst_rate)}</p>
      )}
      {!isInstalled && needsInstallation(product) && (
        <p className={styles.help}>
          {summary.notInstalled} {installation ? installHere : installQuote}
        </p>
      )}
      <p className={styles.help}>{payWithin(paymentMinutes)}</p>
    </section>
  );
}
