import type { IncomingHttpHeaders } from 'node:http';
import { shopPathIn } from '@bijli/contract/shop-language';

/**
 * Where a visitor is led who has typed or saved an English address: to the language that they chose in the app, which
 * stores it in a cookie. Undefined for links, which are followed as they are: the one to the English page must work.
 */
export function findChosenAddress(english: string, headers: IncomingHttpHeaders): string | undefined {
  const isTyped = headers['sec-fetch-site'] === 'none';
  const isHindi = /(?:^|; )language=hi(?:;|$)/.test(headers.cookie ?? '');
  return isTyped && isHindi ? shopPathIn('hi', english) : undefined;
}
