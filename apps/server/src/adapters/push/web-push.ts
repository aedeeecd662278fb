import webPush from 'web-push';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import type { PushKeys, PushMessage, PushOutcome, PushService } from '#modules/notifications/index.ts';

/** Push services of the browsers. A leading dot matches any subdomain. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.notify.windows.com',
];
const PUSH_TIMEOUT_MS = 10 * SECOND_MS;
const MAX_ENDPOINT_LENGTH = 2000;
/** Length of an uncompressed P-256 point, and of its secret (RFC 8291 section 3.2). */
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

export interface WebPushOptions {
  log: Log;
  /** Contact for the push service: `mailto:` or `https:` (RFC 8292 section 2.1). */
  contact: string;
  /** Origins of further allowed push services. */
  origins: string[];
}

/** Sends web push messages (RFC 8030), encrypted by RFC 8291 and signed by RFC 8292. */
export function createWebPush({ log, contact, origins }: WebPushOptions): PushService {
  return {
    createKeys: () => webPush.generateVAPIDKeys(),
    isAllowed: (endpoint) => isPushAddressAllowed(endpoint, origins),

    areKeysValid({ p256dh, auth }) {
      const point = Buffer.from(p256dh, 'base64url');
      return point.length === POINT_BYTES && point[0] === 4 && Buffer.from(auth, 'base64url').length === SECRET_BYTES;
    },

    async send(message, keys) {
      // The allowed origins may have changed since the device subscribed.
      if (!isPushAddressAllowed(message.endpoint, origins)) return { result: 'gone' };
      try {
        const request = requestOf(message, keys, contact);
        const answer = await fetch(message.endpoint, {
          method: 'POST',
          headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          body: new Uint8Array(request.body),
          // Push services do not redirect. Following a redirect could lead anywhere.
          redirect: 'manual',
          signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
        });
        await answer.body?.cancel();
        return outcomeOf(answer);
      } catch (error) {
        log.warn(
          { event: 'push.no_answer', error, host: new URL(message.endpoint).host },
          'a push service did not answer',
        );
        return { result: 'later' };
      }
    },
  };
}

/** True if an endpoint from a browser belongs to an allowed push service. */
export function isPushAddressAllowed(endpoint: string, origins: string[]): boolean {
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (origins.includes(origin)) return true;
  if (protocol !== 'https:' || port !== '') return false;
  return PUSH_HOSTS.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
}

function requestOf({ endpoint, p256dh, auth, ...message }: PushMessage, keys: PushKeys, contact: string) {
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.payload, {
    vapidDetails: { subject: contact, ...keys },
    TTL: message.ttlSeconds,
    topic: message.topic,
    urgency: message.urgency,
    contentEncoding: 'aes128gcm',
  });
}

function outcomeOf({ ok, status, headers }: Response): PushOutcome {
  if (ok) return { result: 'accepted' };
  if (status === 404 || status === 410) return { result: 'gone' };
  if (status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after'));
    return seconds > 0 ? { result: 'later', afterMs: seconds * SECOND_MS } : { result: 'later' };
  }
  return { result: 'refused' };
}
