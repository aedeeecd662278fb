import type { IncomingMessage } from 'node:http';
import { hashOf, isSameText } from '#kernel/ids.ts';
import { requestPath } from '#kernel/request-path.ts';
import { isHexKey } from '#modules/network/index.ts';

/**
 * The path of a charge point's URL. Installers often write an extra slash before the path, or before or after the id.
 */
const PATH = /^\/{1,2}ocpp\/+([^/?]+)\/*(?:\?.*)?$/;
/** Length of an AuthorizationKey (OCPP security whitepaper A01). */
const KEY_BYTES = { min: 16, max: 20 };

/** The charge box identity at the end of `/ocpp/{id}` (OCPP-J 1.6 section 3.1.1), or undefined for any other path. */
export function chargePointIdOf(url: string | undefined): string | undefined {
  const encoded = PATH.exec(requestPath(url))?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Undefined if the request brings no secret. */
export type BasicCredentials = { user: string; password: Buffer } | undefined;

/**
 * Security profile 1: the user is the charge point's own id. The id may contain colons, so the password begins after
 * the id.
 */
export function credentialsOf(request: IncomingMessage, chargePointId: string): BasicCredentials {
  const [scheme, encoded] = (request.headers.authorization ?? '').split(/\s+/);
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined;
  const pair = Buffer.from(encoded, 'base64');
  const user = Buffer.from(`${chargePointId}:`);
  if (!pair.subarray(0, user.length).equals(user)) return { user: '', password: pair };
  const password = pair.subarray(user.length);
  return password.length === 0 ? undefined : { user: chargePointId, password };
}

/** True if these credentials belong to the charge point whose secret has this hash. */
export function areCredentialsRight(given: BasicCredentials, chargePointId: string, passwordHash: string): boolean {
  if (given?.user !== chargePointId) return false;
  return readingsOf(given.password).some((secret) => isSameText(hashOf(secret), passwordHash));
}

/**
 * The ways to read a password: as text, and as a key, which some charge points send as bytes and others as hex in
 * either case.
 */
function readingsOf(password: Buffer): string[] {
  const text = password.toString();
  const isBytes = password.length >= KEY_BYTES.min && password.length <= KEY_BYTES.max;
  const hex = isHexKey(text) ? text : isBytes ? password.toString('hex') : undefined;
  return hex === undefined ? [text] : [text, hex.toLowerCase(), hex.toUpperCase()];
}
