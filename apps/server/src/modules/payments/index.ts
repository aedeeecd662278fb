import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentOption } from '@bijli/contract/wallet';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { refuse } from '#kernel/failure.ts';
import { reference } from '#kernel/ids.ts';
import type { Log } from '#kernel/log.ts';
import type { Wallet } from '#modules/wallet/index.ts';
import { checksumFits, checksumOf } from './checksum.ts';
import { confirming } from './confirm.ts';
import { nextCheckAt, statusFor } from './payment-state.ts';
import type { NewOrder, PaymentProvider, ProviderOrder } from './payment-provider.ts';
import * as store from './payments.store.ts';
import type { PaidEffect } from './settle.ts';

export type { PaymentProvider } from './payment-provider.ts';
export type { PaidEffect, Payment } from './settle.ts';
export { ledgerCheck } from './ledger-check.ts';
export { startReconciler } from './reconciler.ts';

/** Within the 5 to 60 minutes that PhonePe takes. */
const LIFE_MS = 15 * 60_000;
/** While a provider is asked about a payment, nobody else asks. */
const CLAIM_MS = 60_000;
const CLAIMS = 20;
const HISTORY_LIMIT = 200;

export interface PaymentsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  provider: PaymentProvider;
  wallet: Wallet;
  /** Signs what a browser hands back. */
  checksumSecret: string;
  /** Where browsers find us, without a slash at the end. */
  publicUrl: string;
  topUp: { leastPaise: number; mostPaise: number };
}

export interface NewPayment {
  /** A purpose that was defined. */
  purpose: string;
  /** Undefined for a visitor's. */
  driverId: number | undefined;
  amountPaise: number;
  /** What the payer reads on the provider's page. */
  label: string;
  customer: NewOrder['customer'];
}

interface Purpose {
  paid: PaidEffect;
  /** The page that a browser lands on after paying, as a path. */
  page(txnId: string): string;
}

export type Payments = ReturnType<typeof createPayments>;

/** Money that comes in through a payment provider. */
export function createPayments(options: PaymentsOptions) {
  const { database, clock, log, provider, wallet, checksumSecret, topUp } = options;
  const effects = new Map<string, PaidEffect>();
  const pages = new Map<string, Purpose['page']>();

  function define(purpose: string, { paid, page }: Purpose): void {
    effects.set(purpose, paid);
    pages.set(purpose, page);
  }

  define('wallet', {
    async paid(tx, payment) {
      if (payment.driverId === null) throw new Error(`The top-up ${payment.txnId} belongs to nobody.`);
      await wallet.topUp(tx, { ...payment, driverId: payment.driverId });
    },
    page: (txnId) => `/wallet?payment=${encodeURIComponent(txnId)}`,
  });

  /** Starts a payment. Throws `payment_provider_down`. */
  async function start(payment: NewPayment): Promise<{ txnId: string; order: ProviderOrder }> {
    const { purpose, amountPaise, driverId } = payment;
    const txnId = reference('T');
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + LIFE_MS);
    await store.putIntent(database, {
      txnId,
      purpose,
      driverId: driverId ?? null,
      amountPaise,
      provider: provider.name,
      createdAt,
      expiresAt,
      state: 'pending',
      nextCheckAt: nextCheckAt({ state: 'pending', createdAt }, createdAt),
    });
    const returnUrl = `${options.publicUrl}/payments/${provider.name}/return?txn=${txnId}`;
    const { label, customer } = payment;
    const order = await provider
      .createOrder({ txnId, amountPaise, purpose: label, customer, returnUrl, expiresAt })
      .catch(async (error: unknown) => {
        // No browser ever gets the address of an order that came to nothing, so nobody can pay it.
        await store.changeIntent(database, txnId, { state: 'failed', reason: 'not created', nextCheckAt: null });
        throw error;
      });
    await store.changeIntent(database, txnId, { providerOrderId: order.providerOrderId, payUrl: order.payUrl });
    return { txnId, order };
  }

  const { confirm, refresh } = confirming({ database, clock, log, provider, effects });

  async function ownIntent(driverId: number, txnId: string): Promise<store.Intent> {
    const intent = await store.findIntent(database, txnId);
    return intent && intent.driverId === driverId ? intent : refuse('payment_unknown');
  }

  return {
    /** Adds a purpose that payments are made for, with what follows from one. */
    define,
    start,

    /** Starts a top-up. Throws amount_invalid, amount_too_small, amount_too_large, payment_provider_other, payment_provider_down. */
    async startTopUp(
      through: PaymentOption,
      facts: { driverId: number; amountPaise: number | undefined; label: string; customer: NewOrder['customer'] },
    ): Promise<{ txnId: string; order: ProviderOrder; checksum: string }> {
      if (through !== provider.name) refuse('payment_provider_other', { provider: provider.name });
      const { driverId, amountPaise } = facts;
      if (amountPaise === undefined || amountPaise <= 0) return refuse('amount_invalid');
      if (amountPaise < topUp.leastPaise) refuse('amount_too_small', { least: inRupees(topUp.leastPaise) });
      if (amountPaise > topUp.mostPaise) refuse('amount_too_large', { most: inRupees(topUp.mostPaise) });
      const { txnId, order } = await start({ ...facts, amountPaise, purpose: 'wallet' });
      return { txnId, order, checksum: checksumOf({ txnId, amountPaise, driverId }, checksumSecret) };
    },

    /** The browser's word that the payer is done: only a reason to ask. Throws payment_unknown, payment_not_yours. */
    async answered(
      driverId: number,
      answer: { txnId: string; checksum: string; cancelled: boolean },
    ): Promise<store.Intent> {
      const intent = await ownIntent(driverId, answer.txnId);
      const started = { txnId: intent.txnId, amountPaise: intent.amountPaise, driverId };
      if (!checksumFits(started, checksumSecret, answer.checksum)) refuse('payment_not_yours');
      if (answer.cancelled && intent.state === 'pending') {
        log.info({ txnId: intent.txnId }, 'Transaction cancelled by the user');
        await store.changeOpenIntent(database, intent.txnId, { reason: 'cancelled' });
      }
      return refresh(intent);
    },

    /** How a driver's own payment stands, after asking when it is open. Throws payment_unknown. */
    async stateOf(driverId: number, txnId: string): Promise<store.Intent> {
      const intent = await ownIntent(driverId, txnId);
      return intent.state === 'pending' ? refresh(intent) : intent;
    },

    /** A browser sent back by the provider: asks, and tells the path to show. Anybody may call it; it gives nothing away. */
    async returned(txnId: string): Promise<string> {
      const intent = await store.findIntent(database, txnId);
      if (!intent) return '/wallet';
      await refresh(intent);
      return pages.get(intent.purpose)?.(txnId) ?? '/';
    },

    /** Takes a webhook. False when it does not come from the provider; throws `payment_provider_down` to be sent again. */
    async takeWebhook(headers: IncomingHttpHeaders, rawBody: string): Promise<boolean> {
      const event = provider.readWebhook(headers, rawBody);
      if (!event) return false;
      if (await store.sawWebhook(database, provider.name, event.eventKey)) return true;
      const intent = await store.findIntent(database, event.txnId);
      if (intent) await confirm(intent, { eventKey: event.eventKey, body: rawBody });
      else log.warn({ txnId: event.txnId }, 'the payment provider tells of a payment that is not ours');
      return true;
    },

    async topUpsOf(driverId: number) {
      const intents = await store.topUpsOf(database, driverId, HISTORY_LIMIT);
      return intents.map(({ txnId, provider, state, amountPaise, createdAt }) => ({
        txnId,
        provider,
        amountPaise,
        status: statusFor(state),
        at: createdAt,
      }));
    },

    /** Asks about every payment that is due. One that fails does not keep the others waiting. */
    async reconcileDue(): Promise<void> {
      const now = clock.now();
      const due = await store.claimDue(database, now, new Date(now.getTime() + CLAIM_MS), CLAIMS);
      const asking = due.map((intent) =>
        refresh(intent).catch((error: unknown) =>
          log.error({ err: error, txnId: intent.txnId }, 'a payment cannot be settled'),
        ),
      );
      await Promise.all(asking);
    },
  };
}

function inRupees(paise: number): string {
  return (paise / 100).toLocaleString('en-IN');
}
