import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderName } from '@bijli/contract/wallet';

export interface NewOrder {
  /** Our own id of the payment; letters, digits and hyphens, at most 25 characters (PayU's limit). */
  txnId: string;
  amountPaise: number;
  /** What the payer reads on the provider's page. */
  purpose: string;
  customer: { name: string; email: string; mobile: string };
  /** Where the provider sends the browser afterwards. */
  returnUrl: string;
  expiresAt: Date;
  /** The payer gets an address to pay at, not a checkout inside our page. */
  isHosted: boolean;
}

/** A form that the payer's browser posts to the provider. */
export interface CheckoutForm {
  action: string;
  fields: Record<string, string>;
}

/** What a browser needs to open the provider's checkout; empty where a provider has no such thing. */
export interface ProviderOrder {
  providerOrderId: string;
  /** The provider's hosted page. */
  payUrl: string;
  /** Address of the script that opens the checkout inside our page: Razorpay, PhonePe. */
  checkoutScript: string;
  /** Razorpay's key id, PayU's merchant key. */
  publicKey: string;
  /** PayU's request hash. */
  hash: string;
  /** Where the provider takes orders by a form only: PayU. Our own page posts it then. */
  form?: CheckoutForm;
}

export interface ProviderPaymentState {
  state: 'pending' | 'completed' | 'failed';
  /** What was really paid; 0 unless completed. */
  paidPaise: number;
  /** The provider's id of the successful payment; there is always one when completed. */
  providerPaymentId: string | undefined;
  /** Pending, and no payer has tried anything yet. */
  isUntried?: boolean;
  /** The provider's code for a failure, for the log and the operator. */
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

/** What a provider tells by itself. Of an order: named by our id or by the provider's; of anything else: by neither. */
export interface Webhook {
  /** The same each time the provider sends it: its id, or what it is about. */
  webhookKey: string;
  txnId?: string | undefined;
  providerOrderId?: string | undefined;
}

/**
 * The port between payments and a payment provider. Every call throws `payment_provider_down` when the provider gives
 * no usable answer within its time.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Creates the provider's order. Asked once for a txnId: not every provider recognises a repeat. */
  createOrder(order: NewOrder): Promise<ProviderOrder>;
  /** What the provider says of the order: the only proof of a payment. */
  paymentState(txnId: string, providerOrderId: string): Promise<ProviderPaymentState>;
  /** Gives money back. A repeat with the same refundId pays out once. */
  refund(refund: RefundRequest): Promise<RefundState>;
  refundState(refundId: string, providerPaymentId: string): Promise<RefundState>;
  /**
   * Verifies a webhook by its headers (names in lower case) and its body as it came; so too the form that PayU has a
   * browser bring. Undefined when it does not come from the provider.
   */
  readWebhook(headers: IncomingHttpHeaders, rawBody: string): Webhook | undefined;
  /** Whether the provider signed a result that a browser brings of an order. Only Razorpay signs these. */
  signedResult?(providerOrderId: string, result: { providerPaymentId: string; signature: string }): boolean;
}
