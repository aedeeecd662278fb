import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { LinkEventLog } from '../links/link-event-log.ts';

/** How a charge point's request arrived. */
export interface Transport {
  isEncrypted: boolean;
  /** Client certificate whose key the peer has proven to hold. */
  certificate: X509Certificate | undefined;
}

export interface TransportOptions {
  /** True if the address is a proxy that terminates TLS for charge points and reports it in headers. */
  isProxy: (address: string) => boolean;
}

const PLAIN: Transport = { isEncrypted: false, certificate: undefined };
const ENCRYPTED = new Set<unknown>(['https', 'wss']);
/** RFC 9440: DER in base64 between colons. */
const STRUCTURED = /^:([A-Za-z0-9+/=]+):$/;

/**
 * Reads how a request arrived: over our own TLS, or through a trusted proxy's headers. Headers of others are ignored.
 */
export function transportOf(
  request: IncomingMessage,
  { isProxy }: TransportOptions,
  linkEventLog: Pick<LinkEventLog, 'count'>,
): Transport {
  const { socket, headers, url } = request;
  const address = socket.remoteAddress ?? '';
  const header = headers['client-cert'];
  // A proxy protects this path, but may pass on paths that are written in another way.
  const isByProxy = isProxy(address) && url?.startsWith('/ocpp/') === true;
  if (!(socket instanceof TLSSocket) && isByProxy) {
    const isEncrypted = ENCRYPTED.has(headers['x-forwarded-proto']);
    return { isEncrypted, certificate: isEncrypted ? certificateIn(header) : undefined };
  }
  if (header !== undefined)
    linkEventLog.count('ocpp.forged_certificate', 'a certificate header from an untrusted address was ignored', {
      address,
    });
  if (!(socket instanceof TLSSocket)) return PLAIN;
  return { isEncrypted: true, certificate: socket.getPeerX509Certificate() };
}

/** The certificate as in RFC 9440, or as URL-encoded PEM. */
function certificateIn(header: string | string[] | undefined): X509Certificate | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  const [, der] = STRUCTURED.exec(header) ?? [];
  try {
    return new X509Certificate(der === undefined ? decodeURIComponent(header) : Buffer.from(der, 'base64'));
  } catch {
    // Treated as no certificate.
    return undefined;
  }
}
