import type { IncomingHttpHeaders } from 'node:http';
import { paiseOf } from '@bijli/contract/money';
import type { PaymentOption } from '@bijli/contract/wallet';
import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { refuse } from '#kernel/failure.ts';
import { reference } from '#kernel/ids.ts';
import type { Log } from '#kernel/log.ts';
import type { Wallet } from '#modules/wallet/index.ts';
import { checksumFits, checksumOf } from './checksum.ts';
import { confirming } from './confirm.ts';
import { payerSignature, type PayerDeed } from './payer-address.ts';
import { nextCheckAt, statusFor } from './payment-state.ts';
import type { NewOrder, PaymentProvider, ProviderEvent, ProviderOrder } from './payment-provider.ts';
import * as store from './payments.store.ts';
import { createRefunds, type PaidOut, type TakeBack } from './refunds.ts';
import { hurryRefunds, refundsOfDriver, refundsOfSubject } from './refunds.store.ts';
import type { Effects } from './settle.ts';
import { createWaysBack } from './ways-back.ts';

export { paymentsData } from './personal-data.store.ts';
export type { PaymentProvider } from './payment-provider.ts';
export type { RefundWish, TakeBack } from './refunds.ts';
export type { Payment } from './settle.ts';
export { ledgerCheck } from './ledger-check.ts';
export { startReconciler } from './reconciler.ts';

/** While a provider is asked about a payment, nobody else asks. */
const CLAIM_MS = 60_000;
const CLAIMS = 20;
const HISTORY_LIMIT = 200;
/** Providers repeat a webhook for days and payers dispute a payment for weeks; what it did is kept with the payment. */
const KEEP_WEBHOOKS_MS = 90 * 24 * 3_600_000;

export interface PaymentsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  provider: PaymentProvider;
  wallet: Wallet;
  /** Signs what a browser hands back. */
  checksumSecret: string;
  /** Signs the addresses that a payer's browser is sent to. */
  linkSecret: string;
  /** When this installation first signed with it. */
  linkSecretSince: () => Promise<Date>;
  /** Where browsers find us, without a slash at the end. */
  publicUrl: string;
  topUp: { minPaise: number; maxPaise: number };
  /** How long something can be paid for; 15 minutes unless told, within the 5 to 60 that PhonePe takes. */
  ttlMs?: number;
  /** Hears of a driver's refund that the provider has paid out, in the transaction that writes it down. */
  refunded?: (tx: Tx, refund: PaidOut) => Promise<void>;
}

export interface NewPayment {
  /** A purpose that was defined. */
  purpose: string;
  /** What it is for, in the terms of its purpose. */
  subject?: string;
  /** Undefined for a visitor's. */
  driverId: number | undefined;
  amountPaise: number;
  /** What the payer reads on the provider's page. */
  label: string;
  customer: NewOrder['customer'];
  /** The payer gets an address to pay at, not a checkout inside our page. */
  hosted?: boolean;
}

export interface Purpose extends Effects {
  takeBack?: TakeBack;
  /** The page that a browser lands on after paying, as a path; the address that leads there is over at `signedUntil`. */
  page(payment: { txnId: string; subject: string }, signedUntil: Date): string | Promise<string>;
}

export type Payments = ReturnType<typeof createPayments>;

/** Money that comes in through a payment provider. */
export function createPayments(options: PaymentsOptions) {
  const { database, clock, log, provider, wallet, checksumSecret, topUp, ttlMs = 900_000 } = options;
  const addressSecrets = { now: options.linkSecret, before: checksumSecret, since: options.linkSecretSince };
  const purposes = new Map<string, Purpose>();
  const define = (name: string, purpose: Purpose): unknown => purposes.set(name, purpose);

  define('wallet', {
    async paid(tx, payment) {
      // Its driver has left meanwhile, perhaps in the moment that it was started.
      const { driverId } = payment;
      if (driverId === null || (await store.payerHasLeft(tx, { driverId, purpose: 'wallet' }))) {
        return refuse('payment_unknown');
      }
      await wallet.topUp(tx, { ...payment, driverId });
    },
    async takeBack(tx, { driverId, txnId }, repayment) {
      if (driverId === null) throw new Error(`The top-up ${txnId} belongs to nobody.`);
      await wallet.takeBack(tx, { ...repayment, driverId });
    },
    page: ({ txnId }) => `/wallet?payment=${encodeURIComponent(txnId)}`,
  });

  /** Starts a payment. Throws `payment_provider_down`. */
  async function start(payment: NewPayment): Promise<{ txnId: string; order: ProviderOrder }> {
    const { purpose, subject = '', amountPaise, driverId } = payment;
    const txnId = reference('T');
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + ttlMs);
    await store.putIntent(database, {
      txnId,
      purpose,
      subject,
      driverId: driverId ?? null,
      amountPaise,
      provider: provider.name,
      createdAt,
      expiresAt,
      state: 'pending',
      nextCheckAt: nextCheckAt({ state: 'pending', createdAt, expiresAt }, createdAt),
    });
    const signature = (deed: PayerDeed): string => payerSignature({ txnId, expiresAt }, deed, addressSecrets);
    const pages = `${options.publicUrl}/payments/${provider.name}`;
    const returnUrl = `${pages}/return?txn=${txnId}&sig=${signature('return')}`;
    const { label, customer, hosted = false } = payment;
    const created = await provider
      .createOrder({ txnId, amountPaise, purpose: label, customer, returnUrl, expiresAt, hosted })
      .catch(async (error: unknown) => {
        // No browser ever gets the address of an order that came to nothing, so nobody can pay it.
        await store.changeIntent(database, txnId, { state: 'failed', reason: 'not created', nextCheckAt: null });
        throw error;
      });
    const order = created.form ? { ...created, payUrl: `${pages}/${txnId}?sig=${signature('checkout')}` } : created;
    const { providerOrderId, payUrl, form: checkoutForm = null } = order;
    await store.changeIntent(database, txnId, { providerOrderId, payUrl, checkoutForm });
    return { txnId, order };
  }

  const { giveBack, refund, bringDue } = createRefunds({
    database,
    clock,
    log,
    provider,
    wallet,
    purposes,
    refunded: options.refunded,
  });
  const { confirm, refresh } = confirming({ database, clock, log, provider, effects: purposes, giveBack });

  async function ownIntent(driverId: number, txnId: string): Promise<store.Intent> {
    const intent = await store.findIntent(database, txnId);
    return intent && intent.driverId === driverId ? intent : refuse('payment_unknown');
  }

  async function intentOf({ txnId, providerOrderId }: ProviderEvent): Promise<store.Intent | undefined> {
    if (txnId !== undefined) return store.findIntent(database, txnId);
    return providerOrderId === undefined
      ? undefined
      : store.findIntentOfOrder(database, provider.name, providerOrderId);
  }

  const waysBack = createWaysBack({
    database,
    clock,
    log,
    provider,
    purposes,
    secrets: addressSecrets,
    refresh,
    intentOf,
  });

  return {
    /** Adds a purpose that payments are made for, with what follows from one. */
    define,
    start,
    refund,

    /** Where a payment can be paid now; undefined once it is over. */
    async payableAt(txnId: string): Promise<string | undefined> {
      const intent = await store.findIntent(database, txnId);
      const isOpen = intent?.state === 'pending' && clock.now() < intent.expiresAt;
      return isOpen ? (intent.payUrl ?? undefined) : undefined;
    },

    /** Whether any payment for a subject may still come in. */
    anyPending: store.anyPending,

    /** What goes or went back of the payments for a subject. */
    refundsFor: refundsOfSubject,

    /** Starts a top-up. Throws amount_invalid, amount_too_small, amount_too_large, payment_provider_other, payment_provider_down. */
    async startTopUp(
      through: PaymentOption,
      facts: { driverId: number; rupees: number; label: string; customer: NewOrder['customer'] },
    ): Promise<{ txnId: string; order: ProviderOrder; checksum: string }> {
      if (through !== provider.name) refuse('payment_provider_other', { provider: provider.name });
      const { driverId, rupees, label, customer } = facts;
      // Before it is counted in paise, which nobody does safely with amounts beyond all measure.
      if (rupees * 100 > topUp.maxPaise) refuse('amount_too_large', { most: inRupees(topUp.maxPaise) });
      const amountPaise = paiseOf(rupees);
      if (amountPaise === undefined || amountPaise <= 0) return refuse('amount_invalid');
      if (amountPaise < topUp.minPaise) refuse('amount_too_small', { least: inRupees(topUp.minPaise) });
      const { txnId, order } = await start({ driverId, amountPaise, label, customer, purpose: 'wallet' });
      return { txnId, order, checksum: checksumOf({ txnId, amountPaise, driverId }, checksumSecret) };
    },

    /**
     * The browser's word that the payer is done, or gave up: only a reason to ask. A payment that its payer gave up has
     * failed unless the provider knows better, and is credited all the same if it comes. Throws payment_unknown,
     * payment_not_yours.
     */
    async answered(
      driverId: number,
      answer: { txnId: string; checksum: string; cancelled: boolean },
    ): Promise<store.Intent> {
      const intent = await ownIntent(driverId, answer.txnId);
      const started = { txnId: intent.txnId, amountPaise: intent.amountPaise, driverId };
      if (!checksumFits(started, checksumSecret, answer.checksum)) refuse('payment_not_yours');
      const asked = await refresh(intent);
      if (!answer.cancelled || asked.state !== 'pending') return asked;
      log.info({ txnId: intent.txnId }, 'Transaction cancelled by the user');
      await store.giveUpIntent(database, intent.txnId);
      return ownIntent(driverId, intent.txnId);
    },

    /** The signed result that a browser got: only a reason to ask, too. Throws payment_unknown, payment_not_yours. */
    async answeredSigned(
      driverId: number,
      result: { providerOrderId: string; providerPaymentId: string; signature: string },
    ): Promise<store.Intent> {
      const intent = await store.findIntentOfOrder(database, provider.name, result.providerOrderId);
      if (!intent?.providerOrderId || intent.driverId !== driverId) return refuse('payment_unknown');
      // The order's id is taken from our own books: a signature must not fit another order than the driver's.
      if (!provider.signedResult?.(intent.providerOrderId, result)) return refuse('payment_not_yours');
      return refresh(intent);
    },

    /** How a driver's own payment stands, after asking when it is open. Throws payment_unknown. */
    async stateOf(driverId: number, txnId: string): Promise<store.Intent> {
      const intent = await ownIntent(driverId, txnId);
      return intent.state === 'pending' ? refresh(intent) : intent;
    },

    ...waysBack,

    /**
     * Takes a webhook sent to a provider's address. False when it does not come from the provider that is configured;
     * throws `payment_provider_down` to be sent again.
     */
    async takeWebhook(from: PaymentOption, headers: IncomingHttpHeaders, rawBody: string): Promise<boolean> {
      const event = from === provider.name ? provider.readWebhook(headers, rawBody) : undefined;
      if (!event) return false;
      if (await store.sawWebhook(database, provider.name, event.eventKey)) return true;
      const intent = await intentOf(event);
      if (!intent) {
        log.warn(event, 'the payment provider tells of a payment that is not ours');
        return true;
      }
      await confirm(intent, { eventKey: event.eventKey, body: rawBody });
      await hurryRefunds(database, intent.txnId, clock.now());
      return true;
    },

    /** A driver leaves: refused while a payment is being checked; what earlier ones tell of the payer is forgotten. Throws payment_open. */
    async driverLeaves(tx: Tx, driverId: number): Promise<void> {
      if (await store.hasPending(tx, driverId)) refuse('payment_open');
      await store.forgetPayer(tx, driverId);
    },

    /** Forgets webhooks of long ago, and the forms of payments that are over. */
    async forgetOld(): Promise<void> {
      const now = clock.now();
      await store.dropWebhooks(database, new Date(now.getTime() - KEEP_WEBHOOKS_MS));
      await store.forgetForms(database, now);
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

    /** Refunds of a driver's top-ups, newest first. */
    async refundsOf(driverId: number) {
      const refunds = await refundsOfDriver(database, driverId, HISTORY_LIMIT);
      return refunds.map(({ refundId, state, amountPaise, wasCredited, createdAt }) => ({
        refundId,
        status: state,
        amountPaise,
        wasCredited,
        at: createdAt,
      }));
    },

    /** Asks about every payment and brings every refund that is due. One that fails does not keep the others waiting. */
    async reconcileDue(): Promise<void> {
      const now = clock.now();
      const due = await store.claimDue(database, now, new Date(now.getTime() + CLAIM_MS), CLAIMS);
      const asking = due.map((intent) =>
        refresh(intent).catch((error: unknown) =>
          log.error({ err: error, txnId: intent.txnId }, 'a payment cannot be settled'),
        ),
      );
      await Promise.all([...asking, bringDue()]);
    },
  };
}

function inRupees(paise: number): string {
  return (paise / 100).toLocaleString('en-IN');
}
