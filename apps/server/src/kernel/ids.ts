import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Letters and digits that cannot be confused. */
const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A public reference such as `B-7KQ2MX9W4T`: random enough not to collide, short enough to read out. */
export function newReference(prefix: string, length = 10): string {
  return `${prefix}-${Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join('')}`;
}

/** A one-time OCPP idTag: 20 characters, upper-case hex (OCPP 1.6 section 7.20 allows 20). */
export function oneTimeIdTag(): string {
  return randomBytes(10).toString('hex').toUpperCase();
}

/** True if both are the same idTag or parentIdTag, which have no case (a CiString of OCPP 1.6). */
export function isSameTag(a: string, b: string | null | undefined): boolean {
  return a.toUpperCase() === b?.toUpperCase();
}

/** An opaque secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of secrets with full entropy. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Compares in constant time. */
export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));
}
