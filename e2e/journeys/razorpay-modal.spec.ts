import type { Page } from '@playwright/test';
import type { PaymentOrder } from '@bijli/contract/payments';
import { createClient } from '@bijli/contract/client';
import { expect, test } from '../world.ts';

test.use({ paymentOption: 'razorpay' });

interface Heard {
  handler?: { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };
  failed: unknown[];
  dismissed: number;
}

/** Opens Razorpay's modal on a page of ours, as a page does that loads the script on demand. */
async function openModal(page: Page, order: PaymentOrder): Promise<() => Promise<Heard>> {
  await page.addScriptTag({ url: order.checkout_script ?? '' });
  await page.evaluate(({ razorpayId, orderId, amount }) => {
    const heard: Heard = { failed: [], dismissed: 0 };
    const global = window as unknown as {
      heard: Heard;
      Razorpay: new (options: object) => { open(): void; on(event: string, listener: (told: unknown) => void): void };
    };
    global.heard = heard;
    const modal = new global.Razorpay({
      key: razorpayId,
      order_id: orderId,
      amount: amount * 100,
      currency: 'INR',
      handler: (result: Required<Heard>['handler']) => (heard.handler = result),
      modal: { ondismiss: () => (heard.dismissed += 1) },
    });
    modal.on('payment.failed', (told) => heard.failed.push(told));
    modal.open();
  }, order);
  return () => page.evaluate(() => (window as unknown as { heard: Heard }).heard);
}

test('the razorpay modal opens on our page; a failed try leaves it open, a good one is credited [TOPUP-7] [API-12]', async ({
  page,
  world,
  journey,
}) => {
  const driver = createClient(world.url);
  await driver.ask('login', { body: { mobile_no: journey.mobile } });
  const code = await journey.codeFor(journey.mobile);
  driver.token = (await driver.ask('verifyOtp', { body: { mobile_no: journey.mobile, req_otp: code } })).user.token;
  await page.goto('/login');

  const order = await driver.ask('initiatePaymentRazorpay', { body: { amount: 1000 } });
  const heard = await openModal(page, order);
  const modal = page.frameLocator('iframe[title="Razorpay Checkout"]');
  await modal.getByRole('button', { name: 'Fail' }).click();
  await expect.poll(async () => (await heard()).failed).toHaveLength(1);
  await modal.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(async () => (await heard()).handler?.razorpay_order_id).toBe(order.orderId);
  await expect(page.getByRole('dialog', { name: 'Razorpay Checkout' })).toHaveCount(0);
  const result = (await heard()).handler;
  if (!result) throw new Error('The modal has told nothing.');
  const { message } = await driver.ask('responsePaymentRazorpay', { body: result });
  expect(message).toBe('The money is in your wallet.');

  const second = await driver.ask('initiatePaymentRazorpay', { body: { amount: 500 } });
  const heardAgain = await openModal(page, second);
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(heardAgain).toEqual({ failed: [], dismissed: 1 });
  expect((await driver.ask('getWallet', { query: {} })).wallet.balance).toBe(1000);
});
