import { useEffect, useState } from 'react';
import { priceOfProduct } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { wholeRupees } from '@bijli/ui/format/money';
import { fetchProducts } from '#catalogue/load-page.ts';
import { productPath } from '#frame/shop-path.ts';
import { messages } from '#messages/messages.ts';
import { textsOf } from '#parts/product-texts.ts';
import { ProductPicture } from '#parts/ProductPicture.tsx';
import { Section } from './Section.tsx';
import styles from './ProductPage.module.css';

/**
 * Products that this browser has shown before. They have their room before they are fetched, so that what follows does
 * not move.
 */
export function RecentlyViewed({ ids }: { ids: string[] }) {
  const [products, setProducts] = useState<Product[]>();
  useEffect(() => {
    let isWanted = true;
    void fetchProducts(ids).then((answer) => isWanted && setProducts(answer));
    return () => {
      isWanted = false;
    };
  }, [ids]);
  if (products?.length === 0) return null;
  return (
    <Section title={messages().product.seen}>
      <ul className={styles.seen} aria-busy={!products}>
        {products
          ? products.map((product) => <Seen key={product.id} product={product} />)
          : ids.map((id) => <Seen key={id} product={undefined} />)}
      </ul>
    </Section>
  );
}

function Seen({ product }: { product: Product | undefined }) {
  return (
    <li>
      <a href={product && productPath(product.id)}>
        <span className={styles.small}>
          {product && <ProductPicture src={product.images[0]} alt="" isLazy sizes="168px" />}
        </span>
        <b lang={product && textsOf(product).lang}>{product && textsOf(product).name}</b>
        <span>{product ? wholeRupees(priceOfProduct(product)) : '\u00A0'}</span>
      </a>
    </li>
  );
}
