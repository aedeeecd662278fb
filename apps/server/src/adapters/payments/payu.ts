import * as z from 'zod/mini';
import { nearestPaise, rupees } from '@bijli/contract/money';
import type { PayuConfig } from '#config/payments-config.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import type { ProviderPaymentState, PaymentProvider, RefundState } from '#modules/payments/index.ts';
import { refuse } from '#modules/payments/payments.refusals.ts';
import { commandHash, requestHash, isResponseSigned } from './payu-hash.ts';
import { callProvider, unauthorised } from './provider-call.ts';

export interface PayuOptions extends Omit<PayuConfig, 'name'> {
  /** PayU requires an e-mail address of at most 50 characters. This one is used for a payer without one. */
  fallbackEmail: string;
  log: Log;
  /** Timeout of a request. Default: 10 s. */
  timeoutMs?: number;
}

/** Longest values of these fields in PayU's reference of `_payment`. */
const MAX_LENGTHS = { productinfo: 100, firstname: 60, email: 50 };

const text = z.union([z.string(), z.number()]);
const maybe = z.optional(z.nullable(text));
const transaction = z.object({
  mihpayid: text,
  /** success, failure, pending, or Not Found before the payer has come. */
  status: z.string(),
  unmappedstatus: maybe,
  error_code: maybe,
  /** Rupees, such as `500.00`. */
  amt: maybe,
});
const statusAnswer = z.object({ transaction_details: z.record(z.string(), transaction) });

const refundAnswer = z.object({ status: z.literal([0, 1]) });
const action = z.object({ action: z.string(), token: maybe, status: z.string() });
/** PayU sends a sentence instead if there are no actions. */
const actions = z.union([z.record(z.string(), action), z.string()]);
const actionsAnswer = z.object({ transaction_details: z.record(z.string(), actions) });

/** PayU India's hosted checkout. Its API is a form posted to /merchant/postservice.php. */
export function payu(options: PayuOptions): PaymentProvider {
  const { apiUrl, key, log, timeoutMs = 10 * SECOND_MS } = options;

  async function ask<S extends z.ZodMiniType>(
    answer: S,
    command: string,
    var1: string,
    more: Record<string, string> = {},
  ): Promise<z.output<S>> {
    const result = await callProvider(
      {
        url: `${apiUrl}/merchant/postservice.php?form=2`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          key,
          command,
          var1,
          ...more,
          hash: commandHash(command, var1, options),
        }).toString(),
        answer,
      },
      { provider: 'payu', log, timeoutMs },
    );
    if (result !== unauthorised) return result;
    log.error({ event: 'payment_provider.credentials_refused', provider: 'payu' }, 'payu does not accept the key');
    return refuse('payment_provider_down');
  }

  async function refundsOf(payuId: string): Promise<z.output<typeof action>[]> {
    const { transaction_details: byPayment } = await ask(actionsAnswer, 'check_action_status', payuId, {
      var2: 'payuid',
    });
    const actions = byPayment[payuId];
    return typeof actions === 'object' ? Object.values(actions).filter((each) => each.action === 'refund') : [];
  }

  return {
    name: 'payu',

    /** PayU learns of an order from the payer's browser, so no request is needed now. */
    async createOrder(order) {
      const request = {
        txnid: order.txnId,
        amount: rupeesText(order.amountPaise),
        productinfo: hashField(order.label, MAX_LENGTHS.productinfo),
        firstname: hashField(order.customer.name, MAX_LENGTHS.firstname) || order.customer.mobile,
        email: emailField(order.customer.email) || options.fallbackEmail,
      };
      const hash = requestHash(request, options);
      return {
        providerOrderId: order.txnId,
        payUrl: '',
        checkoutScript: '',
        publicKey: key,
        hash,
        form: {
          action: `${options.checkoutUrl}/_payment`,
          fields: {
            key,
            ...request,
            phone: order.customer.mobile,
            surl: order.returnUrl,
            furl: order.returnUrl,
            hash,
          },
        },
      };
    },

    async paymentState(txnId) {
      const { transaction_details: byTxn } = await ask(statusAnswer, 'verify_payment', txnId);
      return stateOf(byTxn[txnId]);
    },

    async refund(refund) {
      // PayU refuses a known token, so a repeat is answered with the state of the first refund.
      const before = (await refundsOf(refund.providerPaymentId)).find(({ token }) => token === refund.refundId);
      if (before) return refundStateOf(before.status);
      const answer = await ask(refundAnswer, 'cancel_refund_transaction', refund.providerPaymentId, {
        var2: refund.refundId,
        var3: rupeesText(refund.amountPaise),
      });
      return answer.status === 1 ? 'pending' : 'failed';
    },

    async refundState(refundId, providerPaymentId) {
      const refund = (await refundsOf(providerPaymentId)).find(({ token }) => token === refundId);
      // A refund that was accepted but is not listed yet must not be requested again, or it would be paid twice.
      return refund ? refundStateOf(refund.status) : 'pending';
    },

    parseWebhook(_headers, rawBody) {
      const form = new URLSearchParams(rawBody);
      if (!isResponseSigned(form, options)) return undefined;
      // PayU's webhooks have no id, so order, payment and status together identify one. The order is needed, because
      // PayU does not sign the payment's number.
      const txnId = form.get('txnid') ?? '';
      return { txnId, webhookKey: `${txnId}:${form.get('mihpayid')}:${form.get('status')}` };
    },
  };
}

function stateOf(details: z.output<typeof transaction> | undefined): ProviderPaymentState {
  const paidPaise = paiseFrom(details?.amt);
  if (details?.status === 'success' && paidPaise !== undefined) {
    return { state: 'completed', paidPaise, providerPaymentId: String(details.mihpayid) };
  }
  if (details?.status === 'failure' || details?.status === 'failed') {
    const { unmappedstatus, error_code: code } = details;
    const reason = unmappedstatus === 'userCancelled' ? 'cancelled' : [unmappedstatus, code].filter(Boolean).join('/');
    return { state: 'failed', paidPaise: 0, providerPaymentId: undefined, reason: reason || 'failure' };
  }
  return { state: 'pending', paidPaise: 0, providerPaymentId: undefined };
}

/** Refunds are queued, requested, in progress, and finally success or failure. */
function refundStateOf(status: string): RefundState {
  const word = status.toLowerCase();
  if (word === 'success') return 'completed';
  return word === 'failure' ? 'failed' : 'pending';
}

/** `500.00` from 50000 */
function rupeesText(paise: number): string {
  return rupees(paise).toFixed(2);
}

/** 50000 from `500.00`, `500.0` or `500`. Undefined for anything else. */
function paiseFrom(amount: string | number | null | undefined): number | undefined {
  const text = String(amount);
  return /^\d{1,12}(?:\.\d{1,2})?$/.test(text) ? nearestPaise(Number(text)) : undefined;
}

/** A text without bars, which separate the fields in the hash, cut to as many characters as PayU takes. */
function hashField(value: string, maxLength: number): string {
  return [...value.replaceAll('|', ' ').trim()].slice(0, maxLength).join('').trim();
}

/** Empty if PayU does not take the address: a part of it would be another address. */
function emailField(address: string): string {
  return address.length > MAX_LENGTHS.email ? '' : hashField(address, MAX_LENGTHS.email);
}
