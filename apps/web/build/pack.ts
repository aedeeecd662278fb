// Compresses the built files of app and shop with brotli at its best level: node apps/web/build/pack.ts. The server
// sends these. What it would compress while a browser waits would be a fifth larger.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const APPS = join(import.meta.dirname, '../..');
const FOLDERS = ['web/dist/assets', 'shop/dist/client/shop/assets'];
/** Pictures and fonts are compressed already. */
const PACKABLE = /\.(?:js|css|json|svg)$/;
const MIN_BYTES = 1024;
/** For larger files brotli's best level takes seconds and saves little. */
const MAX_BYTES = 500_000;

const pack = promisify(brotliCompress);

async function packFile(file: string): Promise<void> {
  const plain = readFileSync(file);
  if (plain.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: plain.length > MAX_BYTES ? 9 : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  writeFileSync(`${file}.br`, await pack(plain, { params }));
}

for (const folder of FOLDERS.map((one) => join(APPS, one))) {
  const files = readdirSync(folder).filter((name) => PACKABLE.test(name));
  await Promise.all(files.map((name) => packFile(join(folder, name))));
}
