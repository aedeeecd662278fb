import type { ProviderPaymentState, PaymentProvider } from '#modules/payments/index.ts';
import { refuse } from '#modules/payments/payments.refusals.ts';

const PAID_PAISE = 3_299_900;

/**
 * Creates a payment provider that answers what a test wants, when it wants. Unless set, each payment is paid with the
 * price of PRODUCT_ROW.
 */
export function createBank() {
  /** The payments that the provider was asked for, oldest first. */
  const txnIds: string[] = [];
  const states = new Map<string, ProviderPaymentState['state']>();
  let counter: PromiseWithResolvers<void> | undefined;
  let webhooks = 0;

  const bank = {
    txnIds,
    states,
    /** True if the provider does not answer requests for a payment's state. */
    isAway: false,
    paidPaise: PAID_PAISE,
    /** The reason that it gives for failures. */
    reason: undefined as string | undefined,

    /** Lets requests for a new payment wait until `opens` is called. */
    closes(): void {
      counter ??= Promise.withResolvers();
    },
    opens(): void {
      counter?.resolve();
      counter = undefined;
    },

    reset(): void {
      txnIds.length = 0;
      states.clear();
      bank.isAway = false;
      bank.paidPaise = PAID_PAISE;
      bank.reason = undefined;
      bank.opens();
    },
  };

  /** The body of a webhook is the id of the payment. */
  const provider: PaymentProvider = {
    name: 'phonepe',
    async createOrder({ txnId }) {
      txnIds.push(txnId);
      await counter?.promise;
      const payUrl = `https://bank.example/${txnId}`;
      return { providerOrderId: `P-${txnId}`, payUrl, checkoutScript: '', publicKey: '', hash: '' };
    },
    async paymentState(txnId) {
      if (bank.isAway) refuse('payment_provider_down');
      const state = states.get(txnId) ?? 'pending';
      if (state !== 'completed') return { state, paidPaise: 0, providerPaymentId: undefined, reason: bank.reason };
      return { state, paidPaise: bank.paidPaise, providerPaymentId: `OM-${txnId}` };
    },
    refund: async () => 'completed',
    refundState: async () => 'completed',
    parseWebhook(_headers, txnId) {
      webhooks += 1;
      return { txnId, webhookKey: `webhook-${webhooks}` };
    },
  };
  return { bank, provider };
}
