import type { Product } from '@bijli/contract/storefront';
import { useEffect, useState } from 'react';
import { inRupees } from './format.ts';
import { fetchProducts } from './load.ts';
import styles from './ProductPage.module.css';
import { ProductPicture } from './ProductPicture.tsx';
import { words } from './words.ts';

/** What this browser has looked at before; nothing at first, and never in the way. */
export function SeenLately({ ids }: { ids: string[] }) {
  const [products, setProducts] = useState<Product[]>([]);
  useEffect(() => {
    let isWanted = true;
    if (ids.length > 0) void fetchProducts(ids).then((found) => isWanted && setProducts(found));
    return () => {
      isWanted = false;
    };
  }, [ids]);
  if (products.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{words.product.seen}</h2>
      <ul className={styles.seen}>
        {products.map(({ id, product_name: name, images, price, discount_price: discount }) => (
          <li key={id}>
            <a href={`/product-order-detail/${id}`}>
              <ProductPicture src={images[0]} alt="" lazy sizes="168px" />
              <b>{name}</b>
              <span>{inRupees(discount ?? price)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
