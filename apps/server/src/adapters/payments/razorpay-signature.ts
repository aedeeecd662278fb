import { createHmac } from 'node:crypto';
import { isSameText } from '#kernel/ids.ts';

/** Razorpay signs a checkout's result over its order and payment, with the key secret. */
export function isResultSigned(
  result: { orderId: string; paymentId: string; signature: string },
  keySecret: string,
): boolean {
  return isSameText(result.signature, signatureOf(`${result.orderId}|${result.paymentId}`, keySecret));
}

/** Razorpay signs a webhook over its body as sent, with the webhook's own secret. */
export function isWebhookSigned(rawBody: string, signature: string, webhookSecret: string): boolean {
  return isSameText(signature, signatureOf(rawBody, webhookSecret));
}

function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
