import { useEffect, useState } from 'react';
import { priceOfProduct } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { wholeRupees } from '@bijli/ui/format/money';
import { fetchProducts } from '#catalogue/load.ts';
import { productPath } from '#frame/shop-path.ts';
import { messages } from '#messages/messages.ts';
import { textsOf } from '#parts/product-texts.ts';
import { ProductPicture } from '#parts/ProductPicture.tsx';
import { Section } from './Section.tsx';
import styles from './ProductPage.module.css';

/** Products that this browser has shown before. Renders nothing until they are fetched. */
export default function RecentlyViewed({ ids }: { ids: string[] }) {
  const [products, setProducts] = useState<Product[]>([]);
  useEffect(() => {
    let isWanted = true;
    if (ids.length > 0) void fetchProducts(ids).then((answer) => isWanted && setProducts(answer));
    return () => {
      isWanted = false;
    };
  }, [ids]);
  if (products.length === 0) return null;
  return (
    <Section title={messages().product.seen}>
      <ul className={styles.seen}>
        {products.map((product) => (
          <li key={product.id}>
            <a href={productPath(product.id)}>
              <span className={styles.small}>
                <ProductPicture src={product.images[0]} alt="" isLazy sizes="168px" />
              </span>
              <b lang={textsOf(product).lang}>{textsOf(product).name}</b>
              <span>{wholeRupees(priceOfProduct(product))}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
