import { createHmac } from 'node:crypto';
import { sameText } from '#kernel/ids.ts';

/** Where a payer's browser goes: our checkout page, or back to us from the provider. */
export type PayerDeed = 'checkout' | 'return';

export interface PayerAddressSecrets {
  now: string;
  /** What signed these addresses when there was no secret of their own. */
  before: string;
}

/** Banks answer late and payers come back the next morning; a copied address is worth nothing after. */
const AFTER_PAYMENT_MS = 24 * 3_600_000;

/** When the addresses of a payment are over. */
export function addressesEnd({ expiresAt }: { expiresAt: Date }): Date {
  return new Date(expiresAt.getTime() + AFTER_PAYMENT_MS);
}

/** Signs what the payer's browser alone is sent to: who knows a payment's id learns nothing by it. */
export function payerSignature(
  payment: { txnId: string; expiresAt: Date },
  deed: PayerDeed,
  { now }: Pick<PayerAddressSecrets, 'now'>,
): string {
  const text = `payment|${deed}|${payment.txnId}|${addressesEnd(payment).toISOString()}`;
  return createHmac('sha256', now).update(text).digest('hex');
}

/** Whether we signed a payment's address for this. One signed before names no deed, and ends with its payment all the same. */
export function payerSigned(
  payment: { txnId: string; expiresAt: Date },
  deed: PayerDeed,
  secrets: PayerAddressSecrets,
  signature: string,
): boolean {
  const old = createHmac('sha256', secrets.before).update(`checkout|${payment.txnId}`).digest('hex');
  return sameText(signature, payerSignature(payment, deed, secrets)) || sameText(signature, old);
}
