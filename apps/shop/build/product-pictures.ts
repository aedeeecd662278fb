// Makes smaller sizes and other formats of the product pictures, in the folder of the built shop.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { withPlainColours } from './plain-colours.ts';

const SHOP = join(import.meta.dirname, '..');
const FROM = join(SHOP, 'public/media/products');
const TO = join(SHOP, 'dist/client/media/products/made');
/** Pictures are kept between builds, by a hash of their source. */
const PICTURE_CACHE = join(SHOP, '../../node_modules/.cache/product-pictures');
const WIDTHS = [400, 800];
/** Increase this when pictures are made differently, so that kept ones are not used. */
const PICTURES_VERSION = 2;

/** The size of a preview picture for sites that show a link to a page (Open Graph). */
const PREVIEW_SIZE = { width: 1200, height: 630 };

/** The end of a picture's file name, and how the picture is made of the drawing. */
type Picture = [end: string, make: (drawn: Sharp) => Sharp];

mkdirSync(TO, { recursive: true });
mkdirSync(PICTURE_CACHE, { recursive: true });

const sizesOf = (scheme: 'light' | 'dark'): Picture[] =>
  WIDTHS.flatMap((width): Picture[] => [
    [`${scheme}-${width}.avif`, (drawn) => drawn.resize({ width }).avif({ quality: 55, effort: 2 })],
    [`${scheme}-${width}.webp`, (drawn) => drawn.resize({ width }).webp({ quality: 80 })],
  ]);

/** Previews of links need a JPEG, because many sites read neither SVG nor WebP. */
const PREVIEW: Picture = [
  'og.jpg',
  (drawn) => drawn.resize({ ...PREVIEW_SIZE, fit: 'cover' }).jpeg({ quality: 82, mozjpeg: true }),
];

/** Makes pictures of a drawing, unless they are kept. To draw takes longest, so it is drawn once, in this width. */
async function makePictures(name: string, svg: string, width: number, pictures: Picture[]): Promise<void> {
  const hash = createHash('sha256').update(`${PICTURES_VERSION} ${svg}`).digest('hex');
  const kept = (end: string): string => join(PICTURE_CACHE, `${hash}-${end}`);
  const missing = pictures.filter(([end]) => !existsSync(kept(end)));
  if (missing.length > 0) {
    const { data, info } = await sharp(Buffer.from(svg), { density: 96 })
      .resize({ width })
      .raw()
      .toBuffer({ resolveWithObject: true });
    await Promise.all(missing.map(([end, make]) => make(sharp(data, { raw: info })).toFile(kept(end))));
  }
  for (const [end] of pictures) copyFileSync(kept(end), join(TO, `${name}-${end}`));
}

const drawing = (name: string, scheme: 'light' | 'dark'): string =>
  withPlainColours(readFileSync(join(FROM, `${name}.svg`), 'utf8'), scheme);

await makePictures('shop', drawing('demo-wb-74-context', 'light'), PREVIEW_SIZE.width, [PREVIEW]);
for (const file of readdirSync(FROM).filter((name) => name.endsWith('-front.svg'))) {
  const name = file.replace(/\.svg$/, '');
  await Promise.all([
    makePictures(name, drawing(name, 'light'), PREVIEW_SIZE.width, [...sizesOf('light'), PREVIEW]),
    makePictures(name, drawing(name, 'dark'), Math.max(...WIDTHS), sizesOf('dark')),
  ]);
}
