import { COUNTRY_PREFIX } from '@bijli/contract/accounts';
import { api } from '@bijli/contract/api';
import { nearestPaise, rupees } from '@bijli/contract/money';
import type { ProviderName } from '@bijli/contract/wallet';
import type { HttpCall, Http } from '#http/calls/serve.ts';
import type { Payer } from '#modules/payments/index.ts';
import type { TopUps } from './top-ups.ts';

/** What a top-up needs to know of its driver. */
interface TopUpPorts {
  /** `mobile`: ten digits. */
  findPayer(driverId: number): Promise<Payer>;
}

type TopUpCall = Pick<HttpCall<typeof api.initiatePayment>, 'body' | 'driverId' | 'messages'>;

export function topUpsRoutes({ serve }: Http, topUps: TopUps, ports: TopUpPorts): void {
  async function startTopUp(through: ProviderName, { body, driverId, messages }: TopUpCall) {
    const customer = await ports.findPayer(driverId);
    const topUp = { driverId, rupees: body.amount, label: messages.history.topUp(), customer };
    const { txnId, order, checksum } = await topUps.start(through, topUp);
    return {
      message: messages.done.paymentStarted(),
      source: through,
      razorpayId: through === 'razorpay' ? order.publicKey : '',
      // In whole paise, which the provider's checkout needs.
      amount: rupees(nearestPaise(body.amount)),
      orderId: order.providerOrderId,
      name: customer.name,
      email: customer.email,
      contactNumber: `${COUNTRY_PREFIX}${customer.mobile}`,
      pay_url: order.payUrl,
      txnId,
      checksum,
      ...(order.checkoutScript && { checkout_script: order.checkoutScript }),
      ...(through === 'payu' && { key: order.publicKey, txnid: txnId, hash: order.hash }),
    };
  }

  serve(api.initiatePayment, (call) => startTopUp('phonepe', call));
  serve(api.initiatePaymentRazorpay, (call) => startTopUp('razorpay', call));
  serve(api.initiatePaymentPayu, (call) => startTopUp('payu', call));
}
