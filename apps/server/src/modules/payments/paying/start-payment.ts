import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { newReference } from '#kernel/ids.ts';
import { payerSignature, type PayerAddressSecrets, type PayerAction } from '../payer-pages/payer-address.ts';
import type { NewOrder, PaymentProvider, ProviderOrder } from '../payment-provider.ts';
import { isPayable, nextCheckAt } from '../payment-state.ts';
import * as store from '../payments.store.ts';

export type Payer = NewOrder['customer'];

export interface NewPayment {
  /** A registered purpose. */
  purpose: string;
  /** What the payment is for within its purpose. */
  subject?: string;
  /** Undefined for a visitor. */
  driverId: number | undefined;
  amountPaise: number;
  /** The description that the payer reads on the provider's page. */
  label: string;
  customer: Payer;
  /** True if the payer gets a URL to pay at, instead of a checkout inside our page. */
  isHosted?: boolean;
}

export interface StartedPayment {
  txnId: string;
  order: ProviderOrder;
}

interface PaymentStartsOptions {
  database: Database;
  clock: Clock;
  provider: PaymentProvider;
  secrets: Pick<PayerAddressSecrets, 'secret'>;
  publicUrl: string;
  ttlMs: number;
}

/** Starts payments, up to the URL to pay at. */
export function createPaymentStarts({ database, clock, provider, secrets, publicUrl, ttlMs }: PaymentStartsOptions) {
  const pages = `${publicUrl}/payments/${provider.name}`;

  async function insertPayment(asked: NewPayment): Promise<{ txnId: string; expiresAt: Date }> {
    const { purpose, subject = '', amountPaise, driverId = null } = asked;
    const txnId = newReference('T');
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + ttlMs);
    const nextCheck = nextCheckAt({ state: 'pending', createdAt, expiresAt }, createdAt);
    const payment = { txnId, purpose, subject, driverId, amountPaise, provider: provider.name, createdAt, expiresAt };
    await store.insertPayment(database, { ...payment, state: 'pending', nextCheckAt: nextCheck });
    return { txnId, expiresAt };
  }

  return {
    /** Starts a payment. Throws `payment_provider_down`. */
    async start(payment: NewPayment): Promise<StartedPayment> {
      const { txnId, expiresAt } = await insertPayment(payment);
      const signature = (action: PayerAction): string => payerSignature({ txnId, expiresAt }, action, secrets);
      const returnUrl = `${pages}/return?txn=${txnId}&sig=${signature('return')}`;
      const { label, customer, amountPaise, isHosted = false } = payment;
      const created = await provider
        .createOrder({ txnId, amountPaise, label, customer, returnUrl, expiresAt, isHosted })
        .catch(async (error: unknown) => {
          // No browser gets the URL of an order that was not created, so nobody can pay it.
          await store.changePayment(database, txnId, { state: 'failed', reason: 'not created', nextCheckAt: null });
          throw error;
        });
      const order = created.form ? { ...created, payUrl: `${pages}/${txnId}?sig=${signature('checkout')}` } : created;
      const { providerOrderId, payUrl, form: checkoutForm = null } = order;
      await store.changePayment(database, txnId, { providerOrderId, payUrl, checkoutForm });
      return { txnId, order };
    },

    /** The URL to pay at now. Undefined if it cannot be paid any more. */
    async findPayUrl(txnId: string): Promise<string | undefined> {
      const payment = await store.findPayment(database, txnId);
      return payment && isPayable(payment, provider, clock.now()) ? (payment.payUrl ?? undefined) : undefined;
    },
  };
}
