import { expect, test } from 'vitest';
import { isResultSigned, isWebhookSigned } from './razorpay-signature.ts';

test('a checkout’s result is signed over order and payment with the key secret [TOPUP-12]', () => {
  const result = {
    orderId: 'order_9A33XWu170gUtm',
    paymentId: 'pay_29QQoUBi66xm2f',
    signature: '05a90d99a226250bdd07dcbec806d936d0ac974af71513b19a36466e7f5eb3a3',
  };
  expect(isResultSigned(result, 'test_key_secret')).toBe(true);
  expect(isResultSigned(result, 'another_secret')).toBe(false);
  expect(isResultSigned({ ...result, orderId: 'order_another' }, 'test_key_secret')).toBe(false);
  expect(isResultSigned({ ...result, paymentId: 'pay_another' }, 'test_key_secret')).toBe(false);
  expect(isResultSigned({ ...result, signature: '' }, 'test_key_secret')).toBe(false);
});

test('a webhook is signed over its exact body with its own secret [TOPUP-12]', () => {
  const body =
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_29QQoUBi66xm2f","order_id":"order_9A33XWu170gUtm","amount":50000}}}}';
  const signature = '26fe0f163b2b31cb347f98e3ee5dc87d20846adfd5eed72fee875c98f4a8b297';
  expect(isWebhookSigned(body, signature, 'whsec')).toBe(true);
  expect(isWebhookSigned(`${body} `, signature, 'whsec')).toBe(false);
  expect(isWebhookSigned(body.replace('50000', '90000'), signature, 'whsec')).toBe(false);
  expect(isWebhookSigned(body, signature, 'test_key_secret')).toBe(false);
});
