import { createHmac } from 'node:crypto';
import { sameText } from '#kernel/ids.ts';

/** What makes an order's link its buyer's: only we can sign a reference. */
export function orderSignature(reference: string, secret: string): string {
  return createHmac('sha256', secret).update(`order|${reference}`).digest('base64url').slice(0, 32);
}

export function orderSigned(reference: string, signature: string, secret: string): boolean {
  return sameText(signature, orderSignature(reference, secret));
}

/** The path of the page that tells how an order stands. */
export function orderPath(reference: string, secret: string): string {
  return `/order/${reference}?sig=${orderSignature(reference, secret)}`;
}
