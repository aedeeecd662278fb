import { expect, test } from 'vitest';
import { bucket, sha256, signatureOf } from '#testing/bucket.ts';
import { createS3Store } from './s3-store.ts';

/** The examples of Amazon's documentation of Signature Version 4 for S3. */
const EXAMPLE = { region: 'us-east-1', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const host = 'examplebucket.s3.amazonaws.com';
const common = { host, 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': sha256('') };

test('the stand-in computes the signatures of the standard’s examples', () => {
  const plain = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  const signed = { ...EXAMPLE, method: 'GET', headers: common, signedHeaders: plain };
  expect(signatureOf({ ...signed, path: '/?lifecycle=' })).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  );
  expect(signatureOf({ ...signed, path: '/?max-keys=2&prefix=J' })).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
  const ranged = { ...common, range: 'bytes=0-9' };
  const names = ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'];
  expect(signatureOf({ ...signed, path: '/test.txt', headers: ranged, signedHeaders: names })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test('a bucket stores, lists in pages, returns and deletes what is signed as the standard says [OPS-24]', async () => {
  const secret = 'one+secret/of+the+bucket';
  const { url, objects } = await bucket(secret);
  const store = createS3Store({ url, keyId: 'key', secret, region: 'ap-south-1' });
  for (const number of ['1', '2', '3', '4', '5'])
    await store.put(`7/wal/00${number}.gz`, Buffer.from(`piece ${number}`));
  await store.put('8/base/x', Buffer.alloc(0));
  expect([...objects.keys()][0]).toBe('/bucket/bijli/7/wal/001.gz');
  expect(await store.list('7/')).toEqual(['1', '2', '3', '4', '5'].map((number) => `7/wal/00${number}.gz`));
  expect((await store.get('7/wal/003.gz')).toString()).toBe('piece 3');
  await store.remove('7/wal/003.gz');
  expect(await store.list('7/wal/003')).toEqual([]);
  const stranger = createS3Store({ url, keyId: 'key', secret: 'another', region: undefined });
  await expect(stranger.put('7/wal/009.gz', Buffer.from('x'))).rejects.toThrow(
    'has refused PUT with 403 SignatureDoesNotMatch',
  );
});
