import { createHmac } from 'node:crypto';
import { DAY_MS } from '#kernel/durations.ts';
import { isSameText } from '#kernel/ids.ts';

/** Where a payer's browser goes: our checkout page, or back to us from the provider. */
export type PayerAction = 'checkout' | 'return';

export interface PayerAddressSecrets {
  secret: string;
  /** The secret that signed these URLs before they had their own. */
  oldSecret: string;
  /** When this installation first signed with `secret`. Later payments have no URL that the old one signed. */
  signedSince(): Promise<Date>;
}

/** Banks answer late, and payers return the next morning. After that a copied URL is worthless. */
const AFTER_PAYMENT_MS = DAY_MS;
/** How long URLs from before the separate secret stay valid, like links of orders. */
const OLD_ADDRESSES_MS = 30 * DAY_MS;

/** When the URLs of a payment expire. */
export function payerLinksExpireAt({ expiresAt }: { expiresAt: Date }): Date {
  return new Date(expiresAt.getTime() + AFTER_PAYMENT_MS);
}

/** Signs the URLs that only the payer's browser gets, so that knowing a payment's id is not enough. */
export function payerSignature(
  payment: { txnId: string; expiresAt: Date },
  action: PayerAction,
  { secret }: Pick<PayerAddressSecrets, 'secret'>,
): string {
  return hmac(`payment|${action}|${payment.txnId}|${payerLinksExpireAt(payment).toISOString()}`, secret);
}

/**
 * True if we signed the URL of a payment for this action. Whoever uses the payment checks that it has not expired. A
 * URL from before the separate secret names no action, and counts for 30 days.
 */
export async function isSignedByUs(
  payment: { txnId: string; createdAt: Date; expiresAt: Date },
  action: PayerAction,
  secrets: PayerAddressSecrets,
  { signature, now }: { signature: string; now: Date },
): Promise<boolean> {
  if (isSameText(signature, payerSignature(payment, action, secrets))) return true;
  if (!isSameText(signature, hmac(`checkout|${payment.txnId}`, secrets.oldSecret))) return false;
  const since = await secrets.signedSince();
  return payment.createdAt < since && now.getTime() < since.getTime() + OLD_ADDRESSES_MS;
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
