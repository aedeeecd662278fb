import { createHash } from 'node:crypto';
import type { Attempt, Order } from '../orders.ts';
import type { PayuCredentials, ProviderContext } from '../provider-context.ts';
import type { Webhook } from '../webhooks.ts';

type Announcing = Pick<ProviderContext<PayuCredentials>, 'credentials' | 'quirks' | 'webhooks'>;

/** Tells the merchant the result of an order, by webhook. */
export function announcePayu(order: Order, context: Announcing): void {
  const quirks = context.quirks.of(order.merchantOrderId);
  const credentials = quirks.badSignature ? { ...context.credentials, salt: 'someone-else' } : context.credentials;
  const attempts = quirks.outOfOrder ? order.attempts.slice(-2).toReversed() : order.attempts.slice(-1);
  context.webhooks.send(
    attempts.map((attempt) => webhook(responseOf(order, attempt, credentials))),
    quirks,
  );
}

/** What PayU posts to the webhook and through the payer's browser. */
export function responseOf(order: Order, attempt: Attempt, { key, salt }: PayuCredentials): Record<string, string> {
  const { productinfo = '', firstname = '', email = '', phone = '', udf1 = '' } = order.form ?? {};
  const { mihpayid, status, unmappedstatus, amt: amount, error_code: error } = detailsOf(order, attempt);
  const signed = [salt, status, '', '', '', '', '', '', '', '', '', udf1, email, firstname, productinfo, amount];
  return {
    mihpayid,
    mode: 'UPI',
    status,
    unmappedstatus,
    key,
    txnid: order.merchantOrderId,
    amount,
    discount: '0.00',
    net_amount_debit: amount,
    addedon: new Date(attempt.atMs).toISOString().slice(0, 19).replace('T', ' '),
    productinfo,
    firstname,
    email,
    phone,
    udf1,
    udf2: '',
    udf3: '',
    udf4: '',
    udf5: '',
    hash: sha512([...signed, order.merchantOrderId, key].join('|')),
    PG_TYPE: 'UPI-PG',
    bank_ref_num: attempt.transactionId.slice(-8),
    bankcode: 'UPI',
    error,
    error_Message: attempt.error ? 'The payment failed.' : 'No Error',
  };
}

/** The answer of verify_payment about a payment. */
export function detailsOf(order: Order, attempt: Attempt) {
  const isPaid = attempt.state === 'COMPLETED';
  const amount = (attempt.amountPaise / 100).toFixed(2);
  return {
    mihpayid: attempt.transactionId,
    txnid: order.merchantOrderId,
    amt: amount,
    transaction_amount: amount,
    status: isPaid ? 'success' : 'failure',
    unmappedstatus: isPaid ? 'captured' : attempt.error?.detail === 'userCancelled' ? 'userCancelled' : 'failed',
    error_code: attempt.error ? 'E312' : 'E000',
  };
}

export function sha512(text: string): string {
  return createHash('sha512').update(text).digest('hex');
}

function webhook(fields: Record<string, string>): Webhook {
  return {
    provider: 'payu',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}
