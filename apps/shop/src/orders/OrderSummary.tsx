import type { SummaryMessages } from '#messages/summary-en.ts';
import { rupeesAndPaise } from '#parts/amount.ts';
import { ProductPicture } from '#parts/ProductPicture.tsx';
import styles from './OrderSummary.module.css';

interface Props {
  texts: SummaryMessages;
  /** Name of the product. */
  name: string;
  /** Language of the name, if it is not the page's. */
  lang: string | undefined;
  image: string | undefined;
  colour: string;
  /** A line below the name. */
  note: string;
  /** Price of one unit. */
  price: number;
  quantity: number;
  /** Price of the installation of one unit, if it is in the order. */
  installationPrice: number | undefined;
  shipping: number;
  total: number;
  /** Name of the total's line. By default that of a total to pay. */
  totalName?: string;
}

/** The ordered product and its total. Amounts are in rupees. */
export function OrderSummary({ texts, name, lang, image, colour, note, ...bill }: Props) {
  const { price, quantity, installationPrice, shipping, total, totalName } = bill;
  return (
    <>
      <h2 className={styles.title}>{texts.title}</h2>
      <div className={styles.item}>
        <span className={styles.picture}>
          <ProductPicture src={image} alt="" colour={colour} sizes="96px" />
        </span>
        <p>
          <b lang={lang}>{name}</b>
          <span>{note}</span>
        </p>
      </div>
      <dl className={styles.bill}>
        <div>
          <dt>{texts.price(quantity)}</dt>
          <dd>{rupeesAndPaise(price * quantity)}</dd>
        </div>
        {installationPrice !== undefined && (
          <div>
            <dt>{texts.installation(quantity)}</dt>
            <dd>{rupeesAndPaise(installationPrice * quantity)}</dd>
          </div>
        )}
        <div>
          <dt>{texts.shipping}</dt>
          <dd>{rupeesAndPaise(shipping)}</dd>
        </div>
        <div className={styles.total}>
          <dt>{totalName ?? texts.total}</dt>
          <dd>{rupeesAndPaise(total)}</dd>
        </div>
      </dl>
    </>
  );
}
