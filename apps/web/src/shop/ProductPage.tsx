import type { ShopPage } from '@bijli/contract/shop-page';
import type { Product } from '@bijli/contract/storefront';
import { Check, ChevronRight, CreditCard, Scale, TriangleAlert, Wrench } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Colours } from './Colours.tsx';
import { inNumber, inRupees } from './format.ts';
import { Gallery } from './Gallery.tsx';
import { useComparison, useSeen } from './kept.ts';
import { Price } from './Price.tsx';
import styles from './ProductPage.module.css';
import { ProductPicture } from './ProductPicture.tsx';
import { SeenLately } from './SeenLately.tsx';
import { Specification } from './Specification.tsx';
import { Suits } from './Suits.tsx';
import { words } from './words.ts';

/** Nobody orders before having seen the page, so its form comes after. */
const OrderDialog = lazy(() => import('./OrderDialog.tsx'));

/** One product, with what it costs, whom it suits, and the way to order it. */
export function ProductPage({ product, suits, goesWith }: Extract<ShopPage, { kind: 'product' }>) {
  const { id, product_name: name, category, quantaty: stock } = product;
  const [colour, setColour] = useState(product.color_variant[0] ?? '');
  const [isOrdering, setOrdering] = useState(false);
  const seen = useSeen(id);
  const comparison = useComparison();
  const compared = comparison.ids.includes(id);
  const kind = words.product.category[category] ?? category;
  return (
    <>
      <nav className={styles.crumb} aria-label={words.product.crumb}>
        <a href="/products">{words.chargers}</a>
        <ChevronRight aria-hidden size={16} />
        <span>{kind}</span>
      </nav>
      <form
        className={styles.product}
        action={`/product-order-detail/${id}/order`}
        onSubmit={(event) => {
          event.preventDefault();
          setOrdering(true);
        }}
      >
        <Gallery product={product} colour={colour} />
        <div className={styles.info}>
          {product.discount_price !== undefined && <span className={styles.sale}>{words.card.sale}</span>}
          <h1>{name}</h1>
          <p className={styles.sub}>
            {words.product.sku} <b>{product.sku}</b> · {kind}
          </p>
          <Facts product={product} />
          <div className={styles.price}>
            <Price product={product} large save />
          </div>
          {product.gst_rate !== undefined && <p className={styles.tax}>{words.product.gst(product.gst_rate)}</p>}
          <p className={`${styles.stock} ${stock > 0 ? '' : styles.gone}`}>
            {stock > 0 ? <Check aria-hidden size={18} /> : <TriangleAlert aria-hidden size={18} />}
            {stock > 0 ? words.product.inStock(stock) : words.product.outOfStock}
          </p>
          {product.color_variant.length > 0 && (
            <Colours colours={product.color_variant} chosen={colour} onChoose={setColour} />
          )}
          <div className={styles.act}>
            <OrderButton stock={stock} />
            {product.max_output > 0 && (
              <button
                type="button"
                className={styles.compare}
                aria-pressed={compared}
                onClick={() => comparison.toggle(id)}
              >
                <Scale aria-hidden size={20} strokeWidth={1.75} />
                {compared ? words.product.inComparison : words.product.addToCompare}
              </button>
            )}
          </div>
          <ul className={styles.notes}>
            <li>
              <CreditCard aria-hidden size={20} strokeWidth={1.75} />
              {words.product.oneUnit}
            </li>
            {category === 'ac' && (
              <li>
                <Wrench aria-hidden size={20} strokeWidth={1.75} />
                {words.product.installation}
              </li>
            )}
          </ul>
        </div>
        <div className={styles.bar} role="group" aria-label={words.product.buyBar}>
          <Price product={product} />
          <OrderButton stock={stock} />
        </div>
      </form>
      {suits.length > 0 && <Suits suits={suits} chargerKw={product.max_output} />}
      <div className={styles.two}>
        <section className={styles.section}>
          <h2>{words.product.description}</h2>
          {product.description.split(/\n+/).map((paragraph) => (
            <p key={paragraph} className={styles.prose}>
              {paragraph}
            </p>
          ))}
        </section>
        <section className={styles.section}>
          <h2>{words.product.specifications}</h2>
          <Specification lines={product.specification} />
        </section>
      </div>
      {goesWith.length > 0 && (
        <section className={styles.section}>
          <h2>{words.product.goesWith}</h2>
          <ul className={styles.with}>
            {goesWith.map((one) => (
              <Beside key={one.id} product={one} />
            ))}
          </ul>
        </section>
      )}
      <SeenLately ids={seen} />
      {isOrdering && (
        <Suspense>
          <OrderDialog product={product} colour={colour} onClose={() => setOrdering(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Sends the form it stands in, which opens the order form. */
function OrderButton({ stock }: { stock: number }) {
  return (
    <button className={styles.order} disabled={stock === 0}>
      {stock > 0 ? words.product.order : words.product.outOfStock}
    </button>
  );
}

function Facts({ product }: { product: Product }) {
  if (product.max_output === 0 && product.connector.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {product.max_output > 0 && (
        <div>
          <dt>{words.product.maxOutput}</dt>
          <dd>
            {inNumber(product.max_output)}
            <small>{words.kw}</small>
          </dd>
        </div>
      )}
      {product.connector.length > 0 && (
        <div>
          <dt>{words.product.connectors}</dt>
          <dd>{product.connector.map(words.card.type).join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

/** A product beside another one. */
function Beside({ product }: { product: Product }) {
  const { id, product_name: name, images, price, discount_price: discount } = product;
  return (
    <li>
      <a href={`/product-order-detail/${id}`}>
        <ProductPicture src={images[0]} alt="" lazy sizes="112px" />
        <span>
          <b>{name}</b>
          {inRupees(discount ?? price)}
        </span>
        <ChevronRight aria-hidden size={20} />
      </a>
    </li>
  );
}
