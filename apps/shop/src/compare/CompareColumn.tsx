import { X } from 'lucide-react';
import type { Product } from '@bijli/contract/storefront';
import { productPath } from '#frame/shop-path.ts';
import { compareMessages } from '#messages/compare-messages.ts';
import { messages } from '#messages/messages.ts';
import { Price } from '#parts/Price.tsx';
import { textsOf } from '#parts/product-texts.ts';
import { ProductPicture } from '#parts/ProductPicture.tsx';
import { Unbroken } from '#parts/Unbroken.tsx';
import styles from './ComparePage.module.css';

interface Props {
  product: Product;
  /** Address of the comparison without this product. */
  without: string;
  onRemove(): void;
}

/** The head of a product's column in the comparison. */
export function CompareColumn({ product, without, onRemove }: Props) {
  const { id, images, quantaty: stock } = product;
  const { name, lang } = textsOf(product);
  return (
    <th scope="col">
      <a className={styles.remove} href={without} aria-label={compareMessages().remove(name)} onClick={onRemove}>
        <X aria-hidden size={18} />
      </a>
      <span className={styles.picture}>
        <ProductPicture src={images[0]} alt="" sizes="(min-width: 1024px) 320px, 45vw" />
      </span>
      <a className={styles.name} lang={lang} href={productPath(id)}>
        <Unbroken text={name} />
      </a>
      <Price product={product} />
      {stock > 0 ? (
        <a className={styles.order} href={`${productPath(id)}/order`} aria-label={compareMessages().order(name)}>
          {messages().product.order}
        </a>
      ) : (
        <span className={styles.none}>{messages().product.outOfStock}</span>
      )}
    </th>
  );
}
