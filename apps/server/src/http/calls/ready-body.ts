import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  // Brotli at quality 5 compresses a station list as well as gzip's best, in a fraction of the time.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
};

/** The bytes of an answer for many callers: hashed once, and compressed once for each encoding, off the main thread. */
export class ReadyBody {
  /** Weak, because the encodings differ in their bytes. */
  readonly etag: string;
  readonly #plain: Buffer;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(plain: Buffer) {
    this.#plain = plain;
    this.etag = `W/"${createHash('sha1').update(plain).digest('base64url')}"`;
  }

  /** Size of the uncompressed body, in bytes. */
  get bytes(): number {
    return this.#plain.length;
  }

  as(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return Promise.resolve(this.#plain);
    const encoded = this.#encoded.get(encoding) ?? compressors[encoding](this.#plain);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

/** The best encoding that an Accept-Encoding header (RFC 9110 section 12.5.3) accepts. */
function preferredEncoding(header: string | undefined): Encoding {
  const accepted = new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : 'identity';
}

/** True if the caller has the body already (If-None-Match of RFC 9110 section 13.1.2, which may name several). */
function hasAlready(header: string | undefined, etag: string): boolean {
  const named = header?.split(',').map((one) => one.trim()) ?? [];
  return named.some((one) => one === etag || `W/${one}` === etag || one === '*');
}

const EMPTY_BODY = Buffer.alloc(0);

/** Sends a ready body in an encoding that the caller accepts, or 304 if the caller already has it. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  body: ReadyBody,
  { type = 'application/json; charset=utf-8', cacheControl }: { type?: string; cacheControl: string },
): Promise<Buffer> {
  reply.header('etag', body.etag).header('vary', 'accept-encoding').header('cache-control', cacheControl).type(type);
  if (hasAlready(request.headers['if-none-match'], body.etag)) {
    reply.code(304);
    return Promise.resolve(EMPTY_BODY);
  }
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return body.as(encoding);
}
