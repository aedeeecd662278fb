import { SECOND_MS } from '#kernel/durations.ts';
import type { Config } from './config.ts';

/** The configuration as `payments` takes it, for the server and the command line alike. */
export function paymentOptions({ payments, shop, publicUrl }: Config) {
  const { checksumSecret, ttlSeconds } = payments;
  return { checksumSecret, linkSecret: shop.linkSecret, publicUrl, ttlMs: ttlSeconds * SECOND_MS };
}

/** The configuration as `storefront` takes it, likewise. */
export function storefrontOptions({ shop, payments, publicUrl }: Config) {
  return {
    rules: { ...shop.orders, reservationTtlMs: payments.ttlSeconds * SECOND_MS },
    linkSecrets: { secret: shop.linkSecret, oldSecret: payments.checksumSecret },
    publicUrl,
  };
}

/** The configuration as `receipts` takes it. */
export function receiptOptions({ shop, publicUrl }: Config) {
  return { secret: shop.linkSecret, publicUrl };
}
