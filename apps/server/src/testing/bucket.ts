import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Signed {
  method: string;
  /** The path with its query. */
  path: string;
  headers: Record<string, string>;
  signedHeaders: string[];
  region: string;
  secret: string;
}

export const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Computes AWS Signature Version 4 from the standard, independently of our client. */
export function signatureOf({ method, path, headers, signedHeaders, region, secret }: Signed): string {
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

/**
 * Starts a bucket that refuses requests whose signature does not match its secret, or whose body does not match the
 * signature.
 */
export async function bucket(secret: string): Promise<{ url: string; objects: Map<string, Buffer> }> {
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
    if (pathname !== '/bucket') {
      const object = objects.get(pathname);
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (object && to !== undefined) return response.writeHead(206).end(object.subarray(Number(from), Number(to) + 1));
      return response.writeHead(object ? 200 : 404).end(object);
    }
    // It returns two at a time, so that lists have several pages.
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
