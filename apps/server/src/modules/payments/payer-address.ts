import { createHmac } from 'node:crypto';
import { DAY_MS } from '#kernel/durations.ts';
import { isSameText } from '#kernel/ids.ts';

/** Where a payer's browser goes: our checkout page, or back to us from the provider. */
export type PayerAction = 'checkout' | 'return';

export interface PayerAddressSecrets {
  secret: string;
  /** What signed these addresses when there was no secret of their own. */
  oldSecret: string;
  /** When this installation first signed with `secret`: a payment made since then has no address signed with the old one. */
  signedSince(): Promise<Date>;
}

/** Banks answer late and payers come back the next morning; a copied address is worth nothing after. */
const AFTER_PAYMENT_MS = DAY_MS;
/** How long addresses go on that were signed before there was a secret of their own, as links of orders do. */
const OLD_ADDRESSES_MS = 30 * DAY_MS;

/** When the addresses of a payment are over. */
export function payerLinksExpireAt({ expiresAt }: { expiresAt: Date }): Date {
  return new Date(expiresAt.getTime() + AFTER_PAYMENT_MS);
}

/** Signs what the payer's browser alone is sent to: who knows a payment's id learns nothing by it. */
export function payerSignature(
  payment: { txnId: string; expiresAt: Date },
  action: PayerAction,
  { secret }: Pick<PayerAddressSecrets, 'secret'>,
): string {
  return hmac(`payment|${action}|${payment.txnId}|${payerLinksExpireAt(payment).toISOString()}`, secret);
}

/** Whether we signed a payment's address for this, and still go by it. */
export async function isPayerLinkValid(
  payment: { txnId: string; createdAt: Date; expiresAt: Date },
  action: PayerAction,
  secrets: PayerAddressSecrets,
  { signature, now }: { signature: string; now: Date },
): Promise<boolean> {
  if (isSameText(signature, payerSignature(payment, action, secrets))) return true;
  // One signed before names no action.
  if (!isSameText(signature, hmac(`checkout|${payment.txnId}`, secrets.oldSecret))) return false;
  const since = await secrets.signedSince();
  return payment.createdAt < since && now.getTime() < since.getTime() + OLD_ADDRESSES_MS;
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
