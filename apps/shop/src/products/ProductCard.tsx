import { Check, Scale } from 'lucide-react';
import type { ShopCar } from '@bijli/contract/shop-cars';
import { chargeMinutesBetween } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { withUnit } from '@bijli/ui/format/units';
import { COMPARE_FORM } from '#compare/CompareTray.tsx';
import type { Comparison } from '#device/comparison.ts';
import { productPath } from '#frame/shop-path.ts';
import { finderMessages } from '#messages/finder-messages.ts';
import { messages } from '#messages/messages.ts';
import { ConnectorBadge } from '#parts/ConnectorBadge.tsx';
import { formatHours, formatNumber } from '#parts/format.ts';
import { Price } from '#parts/Price.tsx';
import { textsOf } from '#parts/product-texts.ts';
import { ProductPicture } from '#parts/ProductPicture.tsx';
import { Unbroken } from '#parts/Unbroken.tsx';
import styles from './ProductCard.module.css';

interface Props {
  product: Product;
  /** Position in the grid, from 0. */
  index: number;
  /** The card came with the document, so it appears without an animation. */
  hasArrived: boolean;
  /** True for the first card: its picture loads with priority. */
  isFirst: boolean;
  /** The car that the charging time is shown for. */
  car: ShopCar | undefined;
  comparison: Comparison;
}

/** A product in the catalogue. The whole card links to its page. */
export function ProductCard({ product, index, hasArrived, isFirst, car, comparison }: Props) {
  const { id, quantaty: stock } = product;
  const { name, use, lang } = textsOf(product);
  const isCompared = comparison.ids.includes(id);
  return (
    <li
      className={`${styles.card} ${stock > 0 ? '' : styles.out} ${hasArrived ? '' : styles.enter}`}
      style={hasArrived ? undefined : { animationDelay: `${index * 100}ms` }}
    >
      <div className={styles.picture}>
        <ProductPicture
          src={product.images[0]}
          alt=""
          isFirst={isFirst}
          isLazy={!isFirst}
          sizes="(min-width: 1248px) 384px, (min-width: 1024px) 31vw, (min-width: 768px) 46vw, 160px"
        />
        <div className={styles.badges}>
          {product.discount_price !== undefined && <span className={styles.sale}>{messages().card.sale}</span>}
          <span className={`${styles.stock} ${stock > 0 ? '' : styles.gone}`}>
            {stock > 0 ? finderMessages().card.inStock(stock) : finderMessages().card.outOfStock}
          </span>
        </div>
        <span className={styles.hint} aria-hidden>
          {finderMessages().card.hint}
        </span>
      </div>
      <div className={styles.body}>
        <h2 className={styles.name} lang={lang}>
          <a href={productPath(id)}>
            <Unbroken text={name} />
          </a>
        </h2>
        {use && (
          <p className={styles.use} lang={lang}>
            {use}
          </p>
        )}
        <div className={styles.line}>
          {product.max_output > 0 && (
            <span className={styles.power}>
              {formatNumber(product.max_output)}
              <small>{withUnit('', messages().kw)}</small>
            </span>
          )}
          {product.connector.map((type) => (
            <ConnectorBadge key={type} type={type} />
          ))}
        </div>
        {car && (
          <p className={styles.takes}>
            {finderMessages().card.takes(car.name, formatHours(chargeMinutesBetween(product, car)))}
          </p>
        )}
        <div className={styles.buy}>
          <Price product={product} />
          {product.max_output > 0 && (
            <label className={styles.compare}>
              <input
                type="checkbox"
                name="ids"
                value={id}
                form={COMPARE_FORM}
                checked={isCompared}
                aria-label={finderMessages().card.compare(name)}
                onChange={() => comparison.toggle(id)}
              />
              <Scale aria-hidden size={20} strokeWidth={1.75} />
              <Check aria-hidden size={20} />
              <span aria-hidden>{messages().compare}</span>
            </label>
          )}
        </div>
      </div>
    </li>
  );
}
