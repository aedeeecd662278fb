import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { pushedNotification, type PushedNotification } from '@bijli/contract/notifications';

/** A browser with a subscription. Nobody else has its keys. */
export interface Device {
  /** The subscription as `PushSubscription.toJSON()` returns it. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The notifications that the browser received and could decrypt, oldest first. */
  shown: readonly PushedNotification[];
  /** Settles when this many notifications were shown. */
  sees(count: number): Promise<PushedNotification>;
}

export interface PushStandIn {
  /** The value for PUSH_ORIGINS. */
  origin: string;
  /** Subscribes a browser with the server's public key. */
  device(publicKey: string): Device;
  /** Answers further messages with this status. 201 accepts them; `hang` never answers. */
  answer(with_: number | 'hang'): void;
  /** Settles when one more message has arrived, whatever the answer is. */
  nextRequest(): Promise<void>;
  /** Violations of RFC 8030, 8188, 8291 and 8292 in messages. */
  problems: readonly string[];
  /** The headers of the accepted messages. */
  headers: readonly IncomingMessage['headers'][];
  close(): Promise<void>;
}

interface Browser {
  ecdh: ReturnType<typeof createECDH>;
  auth: Buffer;
  publicKey: string;
  shown: PushedNotification[];
}

/**
 * Stands in for a browser vendor's push service and for the browsers behind it. It checks and decrypts every message.
 */
export async function openPushService(): Promise<PushStandIn> {
  const browsers = new Map<string, Browser>();
  const emitter = new EventEmitter().setMaxListeners(0);
  const problems: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let status: number | 'hang' = 201;

  const server = createServer((request, response) => {
    void take(request).then((code) => {
      emitter.emit('request');
      if (code !== 'hang') response.writeHead(code).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function take(request: IncomingMessage): Promise<number | 'hang'> {
    const body = Buffer.concat(await request.toArray());
    if (status !== 201) return status;
    const browser = browsers.get(request.url ?? '');
    if (!browser) return 404;
    try {
      checkHeaders(request.headers);
      checkSignature(request.headers.authorization ?? '', browser.publicKey, origin);
      browser.shown.push(z.parse(pushedNotification, JSON.parse(decrypt(body, browser))));
      headers.push(request.headers);
      emitter.emit('shown');
      return 201;
    } catch (error) {
      problems.push(String(error));
      return 400;
    }
  }

  return {
    origin,
    problems,
    headers,
    answer: (with_) => {
      status = with_;
    },
    nextRequest: () => once(emitter, 'request').then(() => undefined),

    device(publicKey) {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const ecdh = createECDH('prime256v1');
      const browser = { ecdh, publicKey, auth: randomBytes(16), shown: [] as PushedNotification[] };
      const p256dh = ecdh.generateKeys('base64url');
      browsers.set(path, browser);
      return {
        subscription: { endpoint: origin + path, keys: { p256dh, auth: browser.auth.toString('base64url') } },
        shown: browser.shown,
        async sees(count) {
          for (;;) {
            const last = browser.shown[count - 1];
            if (last) return last;
            await once(emitter, 'shown');
          }
        },
      };
    },

    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function checkHeaders(headers: IncomingMessage['headers']): void {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error(`encoded as ${headers['content-encoding']}`);
  if (!/^\d+$/.test(String(headers['ttl']))) throw new Error(`the TTL is ${headers['ttl']}`);
  if (!/^[\w-]{1,32}$/.test(String(headers['topic']))) throw new Error(`the topic is ${headers['topic']}`);
}

/**
 * RFC 8292: the token must be signed with the key of the subscription, name this service, and be valid for at most a
 * day.
 */
function checkSignature(authorization: string, publicKey: string, origin: string): void {
  const { token = '', key = '' } = /^vapid t=(?<token>[^,]+), *k=(?<key>.+)$/.exec(authorization)?.groups ?? {};
  if (key !== publicKey) throw new Error('signed by another key than the browser has subscribed to');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const [head = '', claims = '', signature = ''] = token.split('.');
  const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), verifier, Buffer.from(signature, 'base64url')))
    throw new Error('the signature does not fit');
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string };
  const secondsLeft = read.exp - Date.now() / 1000;
  if (read.aud !== origin) throw new Error(`meant for ${read.aud}`);
  if (secondsLeft <= 0 || secondsLeft > 24 * 3600) throw new Error(`valid for ${secondsLeft} s`);
  if (!/^(mailto|https):/.test(read.sub)) throw new Error(`the contact is ${read.sub}`);
}

/** Decrypts a message (RFC 8291) that is one record (RFC 8188). */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const keyLength = body.readUInt8(20);
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const shared = ecdh.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const input = hkdfSync('sha256', shared, auth, info, 32);
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(input), salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // A record ends with a delimiter, which is 2 in the last record, and padding.
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is wrong');
  return plain.subarray(0, end).toString();
}
