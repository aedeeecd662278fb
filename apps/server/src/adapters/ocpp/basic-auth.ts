import type { IncomingMessage } from 'node:http';
import { hashOf, sameText } from '#kernel/ids.ts';

const PATH = /^\/ocpp\/([^/?]+)(?:\?.*)?$/;

/** The charge box identity at the end of `/ocpp/{id}` (OCPP-J 1.6 section 3.1.1), or undefined for any other path. */
export function chargerIdOf(url: string | undefined): string | undefined {
  const encoded = PATH.exec(url ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Security profile 1: the user is the charger's own id, the password is compared with its stored hash. */
export function proves(request: IncomingMessage, chargerId: string, passwordHash: string): boolean {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic' || encoded === undefined) return false;
  const pair = Buffer.from(encoded, 'base64').toString();
  // The id may hold colons, so the password begins after the id and not after the first colon.
  if (!pair.startsWith(`${chargerId}:`)) return false;
  return sameText(hashOf(pair.slice(chargerId.length + 1)), passwordHash);
}
