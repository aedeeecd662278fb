// Makes smaller sizes and other formats of the product pictures, in the folder of the built shop.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { withPlainColours } from './plain-colours.ts';

const SHOP = join(import.meta.dirname, '..');
const FROM = join(SHOP, 'public/media/products');
const TO = join(SHOP, 'dist/client/media/products/made');
/** Pictures are kept between builds, by a hash of their source. */
const PICTURE_CACHE = join(SHOP, '../../node_modules/.cache/product-pictures');
const WIDTHS = [400, 800];
/** Increase this when pictures are made differently, so that kept ones are not used. */
const PICTURES_VERSION = 1;

/** The size of a preview picture for sites that show a link to a page (Open Graph). */
const PREVIEW_SIZE = { width: 1200, height: 630 };

mkdirSync(TO, { recursive: true });
mkdirSync(PICTURE_CACHE, { recursive: true });

async function makeSize(svg: string, width: number, form: 'avif' | 'webp', to: string): Promise<void> {
  const hash = createHash('sha256').update(`${PICTURES_VERSION} ${width} ${form} ${svg}`).digest('hex');
  const kept = join(PICTURE_CACHE, `${hash}.${form}`);
  if (!existsSync(kept)) {
    const drawn = sharp(Buffer.from(svg), { density: 96 }).resize({ width });
    await (form === 'avif' ? drawn.avif({ quality: 55, effort: 2 }) : drawn.webp({ quality: 80 })).toFile(kept);
  }
  copyFileSync(kept, to);
}

/** Previews of links need a JPEG, because many sites read neither SVG nor WebP. */
async function makePreview(svg: string, to: string): Promise<void> {
  const hash = createHash('sha256').update(`${PICTURES_VERSION} og ${svg}`).digest('hex');
  const kept = join(PICTURE_CACHE, `${hash}.jpg`);
  if (!existsSync(kept)) {
    const drawn = sharp(Buffer.from(svg), { density: 96 }).resize({ ...PREVIEW_SIZE, fit: 'cover' });
    await drawn.jpeg({ quality: 82, mozjpeg: true }).toFile(kept);
  }
  copyFileSync(kept, to);
}

await makePreview(
  withPlainColours(readFileSync(join(FROM, 'demo-wb-74-context.svg'), 'utf8'), 'light'),
  join(TO, 'shop-og.jpg'),
);
for (const file of readdirSync(FROM).filter((name) => name.endsWith('-front.svg'))) {
  const svg = readFileSync(join(FROM, file), 'utf8');
  const name = file.replace(/\.svg$/, '');
  const made = (['light', 'dark'] as const).flatMap((scheme) => {
    const plain = withPlainColours(svg, scheme);
    return WIDTHS.flatMap((width) =>
      (['avif', 'webp'] as const).map((form) =>
        makeSize(plain, width, form, join(TO, `${name}-${scheme}-${width}.${form}`)),
      ),
    );
  });
  const preview = makePreview(withPlainColours(svg, 'light'), join(TO, `${name}-og.jpg`));
  await Promise.all([...made, preview]);
}
