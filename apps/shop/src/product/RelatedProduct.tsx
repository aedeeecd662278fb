import { ChevronRight } from 'lucide-react';
import { priceOfProduct } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { wholeRupees } from '@bijli/ui/format/money';
import { productPath } from '#frame/shop-path.ts';
import { textsOf } from '#parts/product-texts.ts';
import { ProductPicture } from '#parts/ProductPicture.tsx';
import { Unbroken } from '#parts/Unbroken.tsx';
import styles from './ProductPage.module.css';

/** A link to another product, in one row. */
export function RelatedProduct({ product }: { product: Product }) {
  const { id, images } = product;
  const { name, lang } = textsOf(product);
  return (
    <li>
      <a href={productPath(id)}>
        <span className={styles.small}>
          <ProductPicture src={images[0]} alt="" isLazy sizes="112px" />
        </span>
        <span>
          <b lang={lang}>
            <Unbroken text={name} />
          </b>
          {wholeRupees(priceOfProduct(product))}
        </span>
        <ChevronRight aria-hidden size={20} />
      </a>
    </li>
  );
}
