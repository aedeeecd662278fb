import type { Database } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS, DAY_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { saveFirstSigningAt } from './payer-pages/first-signing.store.ts';
import { createPayerRedirects } from './payer-pages/payer-redirects.ts';
import { createDriverPayments } from './paying/driver-payments.ts';
import { createPaymentStarts } from './paying/start-payment.ts';
import { readPaymentGauges, type PaymentGauges } from './payment-gauges.store.ts';
import type { PaymentProvider } from './payment-provider.ts';
import * as store from './payments.store.ts';
import type { Purpose } from './purpose.ts';
import { createRefundRequests } from './refunds/refund-requests.ts';
import {
  findRefundOfKey,
  listRefundableOfDriver,
  listRefunds,
  listRefundsOfSubject,
  type Refund,
} from './refunds/refunds.store.ts';
import { createRefunds } from './refunds/refunds.ts';
import { createConfirmer } from './settling/confirm.ts';
import { createPayers } from './settling/payers.ts';
import { createReconciler } from './settling/reconciler.ts';
import { createWebhooks } from './settling/webhooks.ts';

export { paymentsCheck } from './ledger-check.store.ts';
export { listOpenPayments, listOpenRefunds } from './payment-gauges.store.ts';
export { paymentsData } from './personal-data.store.ts';
export type {
  NewOrder,
  PaymentProvider,
  ProviderOrder,
  ProviderPayment,
  ProviderPaymentState,
  RefundState,
  Webhook,
} from './payment-provider.ts';
export type { SettledPayment, Purpose } from './purpose.ts';
export { isOtherRequest } from './refunds/refunds.ts';
export { refundNumber, refundPaid } from './refunds/refund-requests.ts';
export type { Payer, StartedPayment } from './paying/start-payment.ts';

/**
 * Providers repeat a webhook for days, and payers dispute a payment for weeks. The payment itself keeps its outcome.
 */
const KEEP_WEBHOOKS_MS = 90 * DAY_MS;

export interface PaymentsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  provider: PaymentProvider;
  /** Signs payment data that passes through the browser. */
  checksumSecret: string;
  /** Signs the URLs that a payer's browser is sent to. */
  linkSecret: string;
  /** The URL of this server for browsers, without a trailing slash. */
  publicUrl: string;
  /** How long a payment stays open: 15 minutes by default. PhonePe accepts 5 to 60. */
  ttlMs?: number;
  events: Events;
}

export type Payments = ReturnType<typeof createPayments>;

/** Payments through a provider, for any registered purpose. */
export function createPayments(options: PaymentsOptions) {
  const { database, clock, log, provider, checksumSecret, publicUrl, ttlMs = 15 * MINUTE_MS } = options;
  let since: Date | undefined;
  const saveFirstSigning = async (): Promise<Date> => (since ??= await saveFirstSigningAt(database, clock.now()));
  const secrets = { secret: options.linkSecret, oldSecret: checksumSecret, signedSince: saveFirstSigning };
  const purposes = new Map<string, Purpose>();
  const context = { database, clock, log, provider, purposes };
  const { refund, refundUnallocated } = createRefunds(context);
  const { requestDue: requestRefunds } = createRefundRequests({ ...context, events: options.events });
  const { confirm, refresh } = createConfirmer({ ...context, refundUnallocated });

  return {
    /** The configured provider. */
    provider: provider.name,

    /** Registers a purpose of payments and its effects. */
    definePurpose(name: string, purpose: Purpose): void {
      purposes.set(name, purpose);
    },

    ...createPaymentStarts({ ...context, secrets, publicUrl, ttlMs }),
    ...createDriverPayments({ ...context, checksumSecret, refresh }),
    ...createPayerRedirects({ ...context, secrets, refresh }),
    ...createWebhooks({ ...context, confirm }),
    ...createPayers(context),
    ...createReconciler({ ...context, refresh, requestRefunds }),

    refund,

    /** The refund with this key. Undefined if there is none. */
    findRefund: (key: string): Promise<Refund | undefined> => findRefundOfKey(database, key),

    /** When this installation first signed URLs with the secret for links. */
    saveFirstSigning,

    /** True if a payment for a subject may still arrive. */
    hasPendingForSubject: store.hasPendingForSubject,

    /** Refunds of the payments for a subject. */
    listRefundsOfSubject,

    /** A driver's completed payments for a purpose that are not refunded in full, newest first. */
    listRefundableOfDriver: (driverId: number, purpose: string) => listRefundableOfDriver(database, driverId, purpose),

    /** Counts of payments and refunds, for metrics. */
    readGauges: (): Promise<PaymentGauges> => readPaymentGauges(database, clock.now()),

    /** Refunds of all payers, newest first. */
    listRefunds: (page: Page, state: Refund['state'] | undefined) => listRefunds(database, page, state),

    /** Purges old webhooks, and the forms of finished payments. */
    async purgeExpired(): Promise<void> {
      const now = clock.now();
      await store.purgeWebhooks(database, new Date(now.getTime() - KEEP_WEBHOOKS_MS));
      await store.purgeCheckoutForms(database, now);
    },
  };
}
