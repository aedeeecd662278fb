import { PlugZap } from 'lucide-react';
import { useShop } from '#frame/shop-context.ts';
import { messages } from '#messages/messages.ts';
import styles from './ProductPicture.module.css';

interface Props {
  /** Path of the picture. Undefined shows a placeholder. */
  src: string | undefined;
  alt: string;
  /**
   * One of the product's colours. It becomes the fragment of the address, with which our own drawings choose their
   * paint.
   */
  colour?: string | undefined;
  /** True for the picture that a visitor sees first. It loads with priority. */
  isFirst?: boolean;
  isLazy?: boolean;
  /** The width at which it is shown, as the attribute `sizes` of an image. */
  sizes: string;
}

/** Widths in px of the files that the build makes of each front view. */
const WIDTHS = [400, 800];
const DRAWN = /^\/media\/products\/([\w-]+-front)\.svg$/;

/**
 * A picture of a product. Our own front views have several sizes, other pictures one. It keeps its space while it
 * loads.
 */
export function ProductPicture({ src, alt, colour, isFirst = false, isLazy = false, sizes }: Props) {
  const { theme } = useShop().settings;
  if (src === undefined) {
    return (
      <span className={styles.none} role="img" aria-label={messages().card.noPicture}>
        <PlugZap aria-hidden size={48} strokeWidth={1.25} />
      </span>
    );
  }
  const name = DRAWN.exec(src)?.[1];
  const fragment = colour && colour !== 'White' ? `#${colour.toLowerCase()}` : '';
  const picture = (
    <img
      className={styles.picture}
      src={`${src}${fragment}`}
      alt={alt}
      width={1200}
      height={900}
      loading={isLazy ? 'lazy' : undefined}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding={isFirst ? 'sync' : 'async'}
    />
  );
  if (!name || fragment !== '') return picture;
  const schemes = theme ? [theme] : (['dark', 'light'] as const);
  return (
    <picture>
      {schemes.flatMap((scheme) =>
        (['avif', 'webp'] as const).map((form) => (
          <source
            key={`${scheme}${form}`}
            type={`image/${form}`}
            media={!theme && scheme === 'dark' ? '(prefers-color-scheme: dark)' : undefined}
            srcSet={WIDTHS.map((width) => `/media/products/made/${name}-${scheme}-${width}.${form} ${width}w`).join(
              ', ',
            )}
            sizes={sizes}
          />
        )),
      )}
      {picture}
    </picture>
  );
}
