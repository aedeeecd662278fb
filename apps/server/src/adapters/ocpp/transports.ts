import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { CountedLog } from './counted-log.ts';

/** How a charge point's request came. */
export interface Transport {
  isEncrypted: boolean;
  /** Whose key the other side has shown that it holds. */
  certificate: X509Certificate | undefined;
}

export interface TransportOptions {
  /** Whether an address is one of the proxies that take TLS off charge points' links, and tell of it. */
  isProxy: (address: string) => boolean;
}

const PLAIN: Transport = { isEncrypted: false, certificate: undefined };
const ENCRYPTED = new Set<unknown>(['https', 'wss']);
/** RFC 9440: DER in base64 between colons. */
const STRUCTURED = /^:([A-Za-z0-9+/=]+):$/;

/** Reads how a request came: over TLS of our own, or by what a proxy of ours says. What others say is ignored. */
export function transportOf(
  request: IncomingMessage,
  { isProxy }: TransportOptions,
  countedLog: Pick<CountedLog, 'count'>,
): Transport {
  const { socket, headers, url } = request;
  const address = socket.remoteAddress ?? '';
  const told = headers['client-cert'];
  // Other services at a proxy's address refuse what begins with this path, and may hand on what is written another way.
  const isByProxy = isProxy(address) && url?.startsWith('/ocpp/') === true;
  if (!(socket instanceof TLSSocket) && isByProxy) {
    const isEncrypted = ENCRYPTED.has(headers['x-forwarded-proto']);
    return { isEncrypted, certificate: isEncrypted ? certificateIn(told) : undefined };
  }
  if (told !== undefined)
    countedLog.count('ocpp.forged_certificate', 'a certificate header from an untrusted address was ignored', {
      address,
    });
  if (!(socket instanceof TLSSocket)) return PLAIN;
  return { isEncrypted: true, certificate: socket.getPeerX509Certificate() };
}

/** In the form of RFC 9440, or as PEM whose odd characters are escaped as in addresses. */
function certificateIn(header: string | string[] | undefined): X509Certificate | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  const [, der] = STRUCTURED.exec(header) ?? [];
  try {
    return new X509Certificate(der === undefined ? decodeURIComponent(header) : Buffer.from(der, 'base64'));
  } catch {
    // As good as none.
    return undefined;
  }
}
