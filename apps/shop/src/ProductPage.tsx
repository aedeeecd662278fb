import type { ShopPage } from '@bijli/contract/shop-page';
import { Ban, Check, Scale } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { RelatedProduct } from './RelatedProduct.tsx';
import { BuyerNotes } from './BuyerNotes.tsx';
import { Colours } from './Colours.tsx';
import { Crumb } from './Crumb.tsx';
import { Gallery } from './Gallery.tsx';
import { useComparison, useSeen } from './kept.ts';
import { KeyFacts } from './KeyFacts.tsx';
import { NO_ENTRIES } from './order-entries.ts';
import { Price } from './Price.tsx';
import styles from './ProductPage.module.css';
import { Section } from './Section.tsx';
import { SeenLately } from './SeenLately.tsx';
import { Specification } from './Specification.tsx';
import { CompatibleVehicles } from './CompatibleVehicles.tsx';
import { messages } from './messages.ts';

/** Nobody orders before having seen the page, so its form comes after. */
const OrderDialog = lazy(() => import('./OrderDialog.tsx'));

/** One product, with what it costs, which vehicles can charge there, and the way to order it. */
export function ProductPage({ product, compatible, goesWith }: Extract<ShopPage, { kind: 'product' }>) {
  const { id, product_name: name, category, quantaty: stock } = product;
  const [colour, setColour] = useState(product.color_variant[0] ?? '');
  const [isOrdering, setOrdering] = useState(false);
  // Kept while the form is closed: somebody looks something up on the page and goes on.
  const [entries, setEntries] = useState(NO_ENTRIES);
  const seen = useSeen(id);
  const comparison = useComparison();
  const compared = comparison.ids.includes(id);
  const kind = messages.product.category[category] ?? category;
  return (
    <>
      <Crumb here={kind} />
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
          {product.discount_price !== undefined && <span className={styles.sale}>{messages.card.sale}</span>}
          <h1>{wordsOf(name)}</h1>
          <p className={styles.sub}>
            {messages.product.sku} <b>{product.sku}</b> · {kind}
          </p>
          <KeyFacts product={product} />
          <div className={styles.price}>
            <Price product={product} large save />
          </div>
          {product.gst_rate !== undefined && <p className={styles.tax}>{messages.product.gst(product.gst_rate)}</p>}
          <p className={`${styles.stock} ${stock > 0 ? '' : styles.gone}`}>
            {stock > 0 ? <Check aria-hidden size={18} /> : <Ban aria-hidden size={18} />}
            {stock > 0 ? messages.product.inStock(stock) : messages.product.outOfStock}
          </p>
          {product.color_variant.length > 0 && (
            <Colours colours={product.color_variant} chosen={colour} onChoose={setColour} />
          )}
          <div className={styles.act}>
            <OrderButton stock={stock} />
            {stock === 0 && (
              <a className={styles.other} href={`/products?category=${encodeURIComponent(category)}&in_stock=1`}>
                {messages.product.seeInStock}
              </a>
            )}
            {product.max_output > 0 && (
              <button
                className={styles.compare}
                formAction="/compare"
                name="ids"
                value={id}
                aria-pressed={compared}
                onClick={(event) => {
                  // Without JavaScript it leads to the comparison.
                  event.preventDefault();
                  comparison.toggle(id);
                }}
              >
                <Scale aria-hidden size={20} strokeWidth={1.75} />
                {compared ? messages.product.inComparison : messages.product.addToCompare}
              </button>
            )}
          </div>
          <BuyerNotes product={product} goesWith={goesWith} />
        </div>
        <div className={styles.bar} role="group" aria-label={messages.product.buyBar}>
          <Price product={product} />
          <OrderButton stock={stock} />
        </div>
      </form>
      {compatible.length > 0 && <CompatibleVehicles vehicles={compatible} product={product} />}
      <div className={styles.two}>
        <Section title={messages.product.description}>
          {product.description.split(/\n+/).map((paragraph) => (
            <p key={paragraph} className={styles.prose}>
              {paragraph}
            </p>
          ))}
        </Section>
        <Section title={messages.product.specifications}>
          <Specification lines={product.specification} />
        </Section>
      </div>
      {goesWith.length > 0 && (
        <Section title={messages.product.goesWith}>
          <ul className={styles.with}>
            {goesWith.map((one) => (
              <RelatedProduct key={one.id} product={one} />
            ))}
          </ul>
        </Section>
      )}
      <SeenLately ids={seen} />
      {isOrdering && (
        <Suspense>
          <OrderDialog
            product={product}
            colour={colour}
            entries={entries}
            onEntries={setEntries}
            onClose={() => setOrdering(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** A name that breaks between its words only: `DC-001` stays whole. */
function wordsOf(name: string): ReactNode[] {
  return name.split(/( )/).map((part, place) => {
    if (!part.includes('-')) return part;
    return (
      // Words of one name keep their places.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={place} className={styles.whole}>
        {part}
      </span>
    );
  });
}

/** Sends the form it stands in, which opens the order form. */
function OrderButton({ stock }: { stock: number }) {
  return (
    <button className={styles.order} disabled={stock === 0}>
      {stock > 0 ? messages.product.order : messages.product.outOfStock}
    </button>
  );
}
