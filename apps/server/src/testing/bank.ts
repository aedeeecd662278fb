import type { ProviderPaymentState, PaymentProvider } from '#modules/payments/payment-provider.ts';
import { refuse } from '#modules/payments/payments.failures.ts';

const PAID_PAISE = 3_299_900;

/** A payment provider that answers when and what a test wants; what is paid is the price of PRODUCT_ROW unless told. */
export function createBank() {
  /** The payments it was asked for, in that order. */
  const txnIds: string[] = [];
  const states = new Map<string, ProviderPaymentState['state']>();
  let counter: PromiseWithResolvers<void> | undefined;
  let webhooks = 0;

  const bank = {
    txnIds,
    states,
    /** It does not answer how a payment stands. */
    isAway: false,
    paidPaise: PAID_PAISE,
    /** Why what fails fails. */
    reason: undefined as string | undefined,

    /** Whoever asks for a payment waits at the counter until it opens. */
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

  /** A webhook's body is the payment's id. */
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
    readWebhook(_headers, txnId) {
      webhooks += 1;
      return { txnId, webhookKey: `webhook-${webhooks}` };
    },
  };
  return { bank, provider };
}
