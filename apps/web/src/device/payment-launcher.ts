import { nearestPaise } from '@bijli/contract/money';
import type { PaymentOrder } from '@bijli/contract/payments';
import { loadScript } from './load-script.ts';
import { nativeShell, postToNativeShell } from './native-shell.ts';

/** What Razorpay's checkout returns to the page. It proves nothing until the server has verified it. */
export interface RazorpayResult {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** How a checkout ended, as far as the page can tell. */
export type CheckoutEnd =
  /** The browser is going to the provider's page, which will bring it back. */
  | { how: 'left' }
  /** The app's wrapper opens the provider's page. */
  | { how: 'handed-over' }
  /** The payer is done, with any result. */
  | { how: 'concluded' }
  | { how: 'signed'; result: RazorpayResult }
  | { how: 'cancelled' }
  | { how: 'not-opened' };

interface RazorpayOptions {
  key: string;
  /** Paise. */
  amount: number;
  currency: 'INR';
  name: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string };
  theme: { color: string };
  handler: (result: RazorpayResult) => void;
  modal: { ondismiss: () => void };
}

interface Checkouts {
  Razorpay?: new (options: RazorpayOptions) => {
    on(event: 'payment.failed', listener: (failed: { error: object }) => void): void;
    open(): void;
  };
  PhonePeCheckout?: {
    transact(options: {
      tokenUrl: string;
      type: 'IFRAME';
      callback: (answer: 'USER_CANCEL' | 'CONCLUDED') => void;
    }): void;
    /** Removes the frame. */
    closePage(): void;
  };
}

/**
 * Opens the checkout of the order: PhonePe's, PayU's, or otherwise Razorpay's. Resolves when the payer is done inside
 * the page, or when the browser leaves it. `look`: our brand for a checkout inside the page. `returnUrl`: where a
 * checkout outside the page ends.
 */
export async function openCheckout(
  order: PaymentOrder,
  look: { brand: string; colour: string },
  returnUrl: string,
): Promise<CheckoutEnd> {
  const { source, pay_url: url, txnId } = order;
  if (url !== '' && nativeShell()) {
    postToNativeShell({ type: 'open-payment', url, txnId, returnUrl });
    return { how: 'handed-over' };
  }
  if (source === 'phonepe') return (await phonepeInPage(order)) ?? leaveFor(url);
  if (source === 'payu') return leaveFor(url);
  return (await razorpayInPage(order, look)) ?? leaveFor(url);
}

function leaveFor(url: string): CheckoutEnd {
  if (url === '') return { how: 'not-opened' };
  location.assign(url);
  return { how: 'left' };
}

/** Undefined when the script could not be loaded. */
async function globals(order: PaymentOrder, name: keyof Checkouts): Promise<Checkouts | undefined> {
  const { checkout_script: address } = order;
  if (address === undefined && !(name in globalThis)) return undefined;
  return loadScript(address ?? '', name).then(
    () => globalThis as Checkouts,
    () => undefined,
  );
}

async function phonepeInPage(order: PaymentOrder): Promise<CheckoutEnd | undefined> {
  const { PhonePeCheckout } = (await globals(order, 'PhonePeCheckout')) ?? {};
  if (!PhonePeCheckout || order.pay_url === '') return undefined;
  return new Promise((resolve) => {
    // Without this, its frame would cover the page that Back leads to.
    const back = () => {
      PhonePeCheckout.closePage();
      resolve({ how: 'cancelled' });
    };
    window.addEventListener('popstate', back, { once: true });
    PhonePeCheckout.transact({
      tokenUrl: order.pay_url,
      type: 'IFRAME',
      callback: (answer) => {
        window.removeEventListener('popstate', back);
        resolve({ how: answer === 'USER_CANCEL' ? 'cancelled' : 'concluded' });
      },
    });
  });
}

async function razorpayInPage(
  order: PaymentOrder,
  look: { brand: string; colour: string },
): Promise<CheckoutEnd | undefined> {
  const { Razorpay } = (await globals(order, 'Razorpay')) ?? {};
  if (!Razorpay) return undefined;
  return new Promise((resolve) => {
    const modal = new Razorpay({
      key: order.razorpayId,
      amount: nearestPaise(order.amount),
      currency: 'INR',
      name: look.brand,
      order_id: order.orderId,
      prefill: { name: order.name, email: order.email, contact: order.contactNumber },
      theme: { color: look.colour },
      handler: (result) => resolve({ how: 'signed', result }),
      modal: { ondismiss: () => resolve({ how: 'cancelled' }) },
    });
    // The modal shows the failure itself and lets the payer try again.
    modal.on('payment.failed', ({ error }) => console.warn('A try to pay failed', error));
    modal.open();
  });
}
