import { useState } from 'react';
import type { Product } from '@bijli/contract/storefront';
import { messages } from '#messages/messages.ts';
import { textsOf } from '#parts/product-texts.ts';
import { ProductPicture } from '#parts/ProductPicture.tsx';
import styles from './Gallery.module.css';

/** A product's pictures: one large, and small ones to choose it from. */
export function Gallery({ product, colour }: { product: Product; colour: string }) {
  const { images } = product;
  const { name } = textsOf(product);
  const [chosen, setChosen] = useState(0);
  return (
    <div>
      <div className={styles.main}>
        <ProductPicture
          src={images[chosen]}
          alt={messages().product.pictureOf(name, chosen + 1)}
          colour={colour}
          isFirst
          sizes="(min-width: 1248px) 704px, (min-width: 1024px) 56vw, 96vw"
        />
      </div>
      {images.length > 1 && (
        <div className={styles.thumbs}>
          {images.map((image, index) => (
            <button
              key={image}
              type="button"
              className={styles.thumb}
              aria-current={index === chosen}
              aria-label={messages().product.picture(index + 1)}
              onClick={() => setChosen(index)}
            >
              <ProductPicture src={image} alt="" colour={colour} isLazy sizes="168px" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
