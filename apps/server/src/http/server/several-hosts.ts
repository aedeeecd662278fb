import type { IncomingMessage } from 'node:http';

/**
 * True if a request has several Host headers, which must be refused (RFC 9112 section 3.2). Node reads the first one,
 * and a proxy in front may have read another.
 */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  // Names are at the even places.
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}
