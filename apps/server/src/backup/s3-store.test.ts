import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createS3Store } from './s3-store.ts';

interface Signed {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  signedHeaders: string[];
  region: string;
  secret: string;
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Signature Version 4 as the standard says it, written here once more. */
function signatureOf({ method, path, headers, signedHeaders, region, secret }: Signed): string {
  const { pathname, searchParams } = new URL(path, 'http://any');
  const encoded = (text: string): string =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const lines = signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`).join('');
  const hash = headers['x-amz-content-sha256'] ?? '';
  const canonical = [method, pathname, query, lines, signedHeaders.join(';'), hash].join('\n');
  const at = headers['x-amz-date'] ?? '';
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex');
}

/** The examples of Amazon's documentation of Signature Version 4 for S3. */
const EXAMPLE = { region: 'us-east-1', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const host = 'examplebucket.s3.amazonaws.com';
const common = { host, 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': sha256('') };

test('the stand-in knows a signature as the standard’s examples have it', () => {
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

/** A bucket that refuses what is not signed by its secret, or whose body is not the one that was signed. */
async function bucket(secret: string): Promise<{ url: string; objects: Map<string, Buffer> }> {
  const objects = new Map<string, Buffer>();
  const isRight = (request: IncomingMessage, body: Buffer): boolean => {
    const told =
      /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/(.+?)\/s3\/aws4_request, ?SignedHeaders=(.+?), ?Signature=(\w+)$/.exec(
        request.headers.authorization ?? '',
      );
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const [, region = '', signedHeaders = '', signature] = told ?? [];
    const signed = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers,
      signedHeaders: signedHeaders.split(';'),
      region,
      secret,
    };
    return (
      headers['x-amz-content-sha256'] === sha256(body) &&
      signedHeaders.includes('host') &&
      signatureOf(signed) === signature
    );
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (!isRight(request, body))
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://any');
    if (request.method === 'PUT') objects.set(pathname, body);
    if (request.method === 'DELETE') objects.delete(pathname);
    if (request.method !== 'GET') return response.end();
    if (pathname !== '/bucket') return response.writeHead(objects.has(pathname) ? 200 : 404).end(objects.get(pathname));
    // Two at a time, so that a list has pages.
    const keys = [...objects.keys()]
      .map((path) => path.slice('/bucket/'.length))
      .filter((key) => key.startsWith(searchParams.get('prefix') ?? ''));
    const from = Number(searchParams.get('continuation-token') ?? 0);
    const next = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    const page = keys.slice(from, from + 2).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    return response.end(`<ListBucketResult>${page.join('')}${next}</ListBucketResult>`);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket/bijli`, objects };
}

test('a bucket keeps, lists page by page, gives back and removes what is signed as the standard says [OPS-24]', async () => {
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
