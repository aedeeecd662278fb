import { SECOND_MS } from '#kernel/durations.ts';
import type { Config } from './config.ts';

/** The part of the configuration that `payments` takes, for the server and for the command line. */
export function paymentOptions({ payments, shop, publicUrl }: Config) {
  const { checksumSecret, ttlSeconds } = payments;
  return { checksumSecret, linkSecret: shop.linkSecret, publicUrl, ttlMs: ttlSeconds * SECOND_MS };
}

/** The part of the configuration that `storefront` takes. */
export function storefrontOptions({ shop, payments, publicUrl }: Config) {
  return {
    rules: { ...shop.orders, reservationTtlMs: payments.ttlSeconds * SECOND_MS },
    linkSecrets: { secret: shop.linkSecret, oldSecret: payments.checksumSecret },
    publicUrl,
  };
}

/** The part of the configuration that `receipts` takes. */
export function receiptOptions({ shop, publicUrl }: Config) {
  return { secret: shop.linkSecret, publicUrl };
}
