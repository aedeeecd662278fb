import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { FileStore } from '#modules/files/index.ts';
import { bucket } from '#testing/bucket.ts';
import { createBucketFiles } from './bucket-files.ts';
import { createFolderFiles } from './folder-files.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'bijli-file-store-'));
const SECRET = 'one+secret/of+the+bucket';

test.each([
  ['a folder', async (): Promise<FileStore> => createFolderFiles(folder())],
  [
    'a bucket that signs are proven by',
    async (): Promise<FileStore> =>
      createBucketFiles({ url: (await bucket(SECRET)).url, keyId: 'key', secret: SECRET, region: 'ap-south-1' }),
  ],
])('%s stores, replaces, returns files in full or in part, and deletes them', async (_, open) => {
  const store = await open();
  const path = join(folder(), 'came');
  const read = async (range?: { from: number; to: number }) => {
    const content = await store.open('charger/one', range);
    return content && (await text(content));
  };
  expect(await read()).toBe(undefined);
  for (const content of ['first', '0123456789']) {
    writeFileSync(path, content);
    await store.put('charger/one', path);
    expect(await read()).toBe(content);
  }
  expect(await read({ from: 2, to: 4 })).toBe('234');
  await store.remove('charger/one');
  expect(await read()).toBe(undefined);
  await store.remove('charger/one');
});

test('an incomplete upload leaves nothing in a folder', async () => {
  const place = folder();
  await expect(createFolderFiles(place).put('charger/one', join(place, 'none'))).rejects.toThrow('ENOENT');
  // In the way of its name.
  mkdirSync(join(place, 'charger', 'two', 'more'), { recursive: true });
  const path = join(folder(), 'came');
  writeFileSync(path, 'x');
  await expect(createFolderFiles(place).put('charger/two', path)).rejects.toThrow();
  expect(readdirSync(join(place, 'charger'))).toEqual(['two']);
});

test.runIf(process.platform === 'linux')('a folder that cannot be made is named with its setting', async () => {
  const path = join(folder(), 'came');
  writeFileSync(path, 'x');
  const put = createFolderFiles('/proc/nowhere').put('firmware/x', path);
  await expect(put).rejects.toThrow(/^The folder \/proc\/nowhere cannot be made: .*Set FILES_TO/);
});

test('a refusal of the bucket is reported', async () => {
  const { url } = await bucket(SECRET);
  const store = createBucketFiles({ url, keyId: 'key', secret: 'another', region: undefined });
  const path = join(folder(), 'came');
  writeFileSync(path, 'x');
  await expect(store.put('firmware/x', path)).rejects.toThrow('has refused PUT with 403');
});
