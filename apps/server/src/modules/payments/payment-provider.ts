import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderName } from '@bijli/contract/wallet';

export interface NewOrder {
  /** Our own id of the payment: letters, digits and hyphens, at most 25 characters (PayU's limit). */
  txnId: string;
  amountPaise: number;
  /** The description that the payer reads on the provider's page. */
  label: string;
  customer: { name: string; email: string; mobile: string };
  /** The URL to which the provider sends the browser afterwards. */
  returnUrl: string;
  expiresAt: Date;
  /** True if the payer gets a URL to pay at, instead of a checkout inside our page. */
  isHosted: boolean;
}

/** A form that the payer's browser posts to the provider. */
export interface CheckoutForm {
  action: string;
  fields: Record<string, string>;
}

/** What a browser needs to open the provider's checkout. Fields that a provider does not use are empty. */
export interface ProviderOrder {
  providerOrderId: string;
  /** URL of the provider's hosted page. */
  payUrl: string;
  /** URL of the script that opens the checkout inside our page: Razorpay, PhonePe. */
  checkoutScript: string;
  /** Razorpay's key id, PayU's merchant key. */
  publicKey: string;
  /** PayU's request hash. */
  hash: string;
  /** Set if the provider takes orders only by a form (PayU). Our own page posts it. */
  form?: CheckoutForm;
}

/** A successful payment at the provider. */
export interface ProviderPayment {
  providerPaymentId: string;
  paidPaise: number;
}

export interface ProviderPaymentState {
  /** `unknown`: the provider has answered, and does not know the order. */
  state: 'pending' | 'completed' | 'failed' | 'unknown';
  /** The amount that was really paid. 0 unless completed. */
  paidPaise: number;
  /** The provider's id of the successful payment. Always set if completed. */
  providerPaymentId: string | undefined;
  /** Further successful payments of the order: Razorpay lets a payer pay twice. */
  morePayments?: ProviderPayment[];
  /** True while it is pending and no payer has tried. */
  isUntried?: boolean;
  /** The provider's code of a failure, for the log and the operator. */
  reason?: string | undefined;
}

export interface RefundRequest {
  /** Our own id of the refund. */
  refundId: string;
  txnId: string;
  providerPaymentId: string;
  amountPaise: number;
}

export type RefundState = 'pending' | 'completed' | 'failed';

/** A verified webhook. One about an order has our id, or the provider's id of the order or of its payment. */
export interface Webhook {
  /** Equal for repeated webhooks: the provider's id, or what the webhook is about. */
  webhookKey: string;
  txnId?: string | undefined;
  providerOrderId?: string | undefined;
  /** The payment link, if it was paid by one. It is stored as the order. The order within it is unknown here. */
  providerLinkId?: string | undefined;
  providerPaymentId?: string | undefined;
  /** The refund that it reports as paid out, by the number that the merchant gave it. Null if it has none. */
  paidOutRefund?: string | null | undefined;
}

/**
 * Port to a payment provider. Every call throws `payment_provider_down` if the provider gives no usable answer in time.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** True if a payer can pay one order twice: Razorpay. */
  readonly canBePaidTwice?: true;
  /** Creates the provider's order. Called once for each txnId, because not every provider recognises a repeat. */
  createOrder(order: NewOrder): Promise<ProviderOrder>;
  /** The order's state according to the provider, which is the only proof of a payment. */
  paymentState(txnId: string, providerOrderId: string): Promise<ProviderPaymentState>;
  /** Refunds a payment. A repeat with the same refundId pays out once. */
  refund(refund: RefundRequest): Promise<RefundState>;
  refundState(refundId: string, providerPaymentId: string): Promise<RefundState>;
  /**
   * Verifies a webhook by its headers (names in lower case) and its unchanged body. PayU's form from the browser is
   * verified the same way. Undefined if it is not from the provider.
   */
  parseWebhook(headers: IncomingHttpHeaders, rawBody: string): Webhook | undefined;
  /** True if the provider signed the result that a browser brings. Only Razorpay signs results. */
  signedResult?(providerOrderId: string, result: { providerPaymentId: string; signature: string }): boolean;
}
