import { lazy, Suspense, useState } from 'react';
import { NO_ENTRIES, type ShopPage } from '@bijli/contract/shop-page';
import { installationFor } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { useRecentlyViewed } from '#device/recently-viewed.ts';
import { productPath } from '#frame/shop-path.ts';
import { messages } from '#messages/messages.ts';
import { setOrderFormMessages } from '#messages/order-form-messages.ts';
import { Breadcrumb } from '#parts/Breadcrumb.tsx';
import { Price } from '#parts/Price.tsx';
import { textsOf } from '#parts/product-texts.ts';
import { CompatibleVehicles } from './CompatibleVehicles.tsx';
import { Gallery } from './Gallery.tsx';
import { OrderButton } from './OrderButton.tsx';
import { ProductOffer } from './ProductOffer.tsx';
import { RecentlyViewed } from './RecentlyViewed.tsx';
import { RelatedProduct } from './RelatedProduct.tsx';
import { Reviews } from './Reviews.tsx';
import { Section } from './Section.tsx';
import { Specification } from './Specification.tsx';
import styles from './ProductPage.module.css';

/** Nobody orders before having seen the page, so its form comes after. */
async function loadOrderDialog() {
  const [texts, dialog] = await Promise.all([messages().orderForm(), import('#order-form/OrderDialog.tsx')]);
  setOrderFormMessages(texts);
  return dialog;
}
const OrderDialog = lazy(loadOrderDialog);

/** One product, with what it costs, which vehicles can charge there, and the way to order it. */
export function ProductPage({ product, compatible, goesWith }: Extract<ShopPage, { kind: 'product' }>) {
  const [colour, setColour] = useState(product.color_variant[0] ?? '');
  const [isOrdering, setOrdering] = useState(false);
  const [isAway, setAway] = useState(false);
  // Kept while the form is closed: somebody looks something up on the page and goes on.
  const [entries, setEntries] = useState(NO_ENTRIES);
  const [hasOrdered, setOrdered] = useState(false);
  const seen = useRecentlyViewed(product.id);
  const installation = installationFor(product, goesWith);
  const isInstalled = entries.installation !== '';
  const kind = messages().product.category[product.category] ?? product.category;
  return (
    <>
      <Breadcrumb page={kind} />
      <form
        className={styles.product}
        action={`${productPath(product.id)}/order`}
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          // A newer version of the shop has other files, and the browser does not ask again for one that it could not
          // load. The form is then a page, as without JavaScript.
          const openPage = (): void => (navigator.onLine ? form.submit() : setAway(true));
          if (isAway) openPage();
          else loadOrderDialog().then(() => setOrdering(true), openPage);
        }}
      >
        <Gallery product={product} colour={colour} />
        <ProductOffer
          product={product}
          kind={kind}
          installation={installation}
          hasVehicles={compatible.length > 0}
          colour={colour}
          onColour={setColour}
          pincode={entries.pincode}
          onPincode={(pincode) => setEntries((before) => ({ ...before, pincode }))}
          isInstalled={isInstalled}
          onInstalled={(isOn) => setEntries((before) => ({ ...before, installation: isOn ? '1' : '' }))}
        />
        {isAway && (
          <p className={styles.away} role="alert">
            {messages().product.away}
          </p>
        )}
        <div className={styles.bar} role="group" aria-label={messages().product.buyBar}>
          <Price product={product} installation={isInstalled ? installation : undefined} />
          <OrderButton stock={product.quantaty} />
        </div>
      </form>
      {compatible.length > 0 && <CompatibleVehicles vehicles={compatible} product={product} />}
      {product.reviews && <Reviews reviews={product.reviews} />}
      <About product={product} />
      {goesWith.length > 0 && <GoesWith products={goesWith} />}
      {seen.length > 0 && <RecentlyViewed ids={seen} />}
      {isOrdering && (
        <Suspense>
          <OrderDialog
            product={product}
            installation={installation}
            colour={colour}
            entries={entries}
            onEntries={setEntries}
            isFirst={!hasOrdered}
            onOpened={() => setOrdered(true)}
            onClose={() => setOrdering(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Description and specifications. */
function About({ product }: { product: Product }) {
  const { description, specification, lang } = textsOf(product);
  return (
    <div className={styles.two}>
      <Section title={messages().product.description}>
        {description.split(/\n+/).map((paragraph) => (
          <p key={paragraph} className={styles.prose} lang={lang}>
            {paragraph}
          </p>
        ))}
      </Section>
      <Section title={messages().product.specifications}>
        <Specification lines={specification} lang={lang} />
      </Section>
    </div>
  );
}

function GoesWith({ products }: { products: Product[] }) {
  return (
    <Section title={messages().product.goesWith}>
      <ul className={styles.with}>
        {products.map((product) => (
          <RelatedProduct key={product.id} product={product} />
        ))}
      </ul>
    </Section>
  );
}
