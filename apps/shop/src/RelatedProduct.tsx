import { ChevronRight } from 'lucide-react';
import { priceOf } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { wholeRupees } from '@bijli/ui/format/money';
import { ProductPicture } from './ProductPicture.tsx';
import styles from './ProductPage.module.css';

/** Another product, in one row. */
export function RelatedProduct({ product }: { product: Product }) {
  const { id, product_name: name, images } = product;
  return (
    <li>
      <a href={`/product-order-detail/${id}`}>
        <span className={styles.small}>
          <ProductPicture src={images[0]} alt="" lazy sizes="112px" />
        </span>
        <span>
          <b>{name}</b>
          {wholeRupees(priceOf(product))}
        </span>
        <ChevronRight aria-hidden size={20} />
      </a>
    </li>
  );
}
