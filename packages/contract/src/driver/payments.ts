import * as z from 'zod/mini';
import { done, driverCall, ownCall } from '../endpoint.ts';

/** What a browser needs to open a provider's checkout. Fields that the provider does not use are empty. */
export const paymentOrder = z.object({
  success: z.literal(true),
  message: z.string(),
  /** razorpay, payu or phonepe. Decides which checkout opens. */
  source: z.string(),
  razorpayId: z.string(),
  /** Rupees. */
  amount: z.number(),
  orderId: z.string(),
  name: z.string(),
  email: z.string(),
  contactNumber: z.string(),
  pay_url: z.string(),
  txnId: z.string(),
  checksum: z.string(),
  /** Address of the script that opens the checkout in the page: `Razorpay` or `PhonePeCheckout`. PayU has none. */
  checkout_script: z.optional(z.string()),
  key: z.optional(z.string()),
  txnid: z.optional(z.string()),
  hash: z.optional(z.string()),
});
export type PaymentOrder = z.infer<typeof paymentOrder>;

const amount = z.object({ amount: z.number() });

export const payments = {
  initiatePayment: driverCall('POST', '/initiate-payment', {
    area: 'wallet',
    limit: 'payment',
    summary: 'Starts a top-up through phonepe.',
    body: amount,
    reply: paymentOrder,
  }),
  initiatePaymentRazorpay: driverCall('POST', '/initiate-payment-razorpay', {
    area: 'wallet',
    limit: 'payment',
    summary: 'Starts a top-up through razorpay.',
    body: amount,
    reply: paymentOrder,
  }),
  initiatePaymentPayu: driverCall('POST', '/initiate-payment-payu', {
    area: 'wallet',
    limit: 'payment',
    summary: 'Starts a top-up through payu.',
    body: amount,
    reply: paymentOrder,
  }),
  responsePaymentRazorpay: driverCall('POST', '/response-payment-razorpay', {
    area: 'wallet',
    limit: 'payment',
    summary: "Razorpay's result as the browser got it; verified with razorpay before anything is credited.",
    body: z.object({
      razorpay_payment_id: z.string(),
      razorpay_order_id: z.string(),
      razorpay_signature: z.string(),
    }),
    reply: done,
  }),
  responsePaymentPhonepe: driverCall('POST', '/response-payment-phonepe', {
    area: 'wallet',
    limit: 'payment',
    summary: "The browser's word that phonepe is done; the server asks phonepe before anything is credited.",
    body: z.object({ code: z.string(), transactionId: z.string(), checksum: z.string() }),
    reply: done,
  }),
  cancelPayment: ownCall('POST', '/api-v1/user/payments/:txnId/cancel', {
    area: 'wallet',
    limit: 'payment',
    summary: 'The driver gave up a top-up; the server asks the provider, and credits it all the same if it comes.',
    params: z.object({ txnId: z.string() }),
    body: z.object({ checksum: z.string() }),
    reply: done,
  }),
  paymentState: ownCall('GET', '/api-v1/user/payments/:txnId', {
    area: 'wallet',
    limit: 'read',
    summary: 'How a top-up stands, after asking the provider when it is still open.',
    params: z.object({ txnId: z.string() }),
    reply: z.object({
      success: z.literal(true),
      status: z.enum(['pending', 'completed', 'failed']),
      /** Rupees. */
      amount: z.number(),
      /** True if the driver cancelled it. Its status is a failure. */
      cancelled: z.optional(z.literal(true)),
      /** Why the payment failed, as a sentence for the driver. */
      message: z.optional(z.string()),
    }),
  }),
};
