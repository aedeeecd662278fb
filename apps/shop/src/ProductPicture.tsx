import { PlugZap } from 'lucide-react';
import { messages } from './messages.ts';
import { useShop } from './shop-context.ts';
import styles from './ProductPicture.module.css';

interface Props {
  /** Path of the picture; undefined shows a placeholder. */
  src: string | undefined;
  alt: string;
  /** One of the product's colours, for our own drawings, which know them by fragment. */
  colour?: string | undefined;
  /** For the one picture that a visitor waits for. */
  isFirst?: boolean;
  isLazy?: boolean;
  /** How wide it is shown, for choosing among the sizes. */
  sizes: string;
}

/** Widths that the build makes of each front, in pixels. */
const WIDTHS = [400, 800];
const DRAWN = /^\/media\/products\/([\w-]+-front)\.svg$/;

/** A product: the build's own sizes where there are any, else the picture as it is. Keeps its place while it loads. */
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
