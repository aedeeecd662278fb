import type { Order, Provider } from './orders.ts';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

const NAME = { phonepe: 'PhonePe', razorpay: 'Razorpay', payu: 'PayU' };

export interface Checkout {
  order: Order;
  /** Name of the merchant. */
  merchant: string;
  /** The address that a button posts to. */
  action: (choice: 'pay' | 'fail' | 'cancel') => string;
  /** Shown instead of the buttons when the order is over. */
  over: string;
  /** More HTML below the buttons. */
  more?: string;
}

/** The hosted checkout page. It works without JavaScript: each button submits a form. */
export function sandboxCheckoutPage({ order, merchant, action, over, more = '' }: Checkout): string {
  const details = `
      <p class="to">Pay <strong>${escape(merchant)}</strong></p>
      <p class="amount">${rupees.format(order.amountPaise / 100)}</p>
      <dl>
        <div><dt>For</dt><dd>${escape(order.message || 'Payment')}</dd></div>
        <div><dt>Payment</dt><dd>${escape(order.merchantOrderId)}</dd></div>
        ${endOf(order.expiresAtMs)}
      </dl>`;
  const button = (choice: 'pay' | 'fail' | 'cancel', label: string) =>
    `<form method="post" action="${escape(action(choice))}"><button class="${choice}">${label}</button></form>`;
  const buttons = over || button('pay', 'Pay') + button('fail', 'Fail') + button('cancel', 'Cancel');
  return page('Pay', `${details}\n      <div class="buttons">${buttons}</div>\n      ${more}`, order.provider);
}

/** The note about a finished order, with a way back. */
export function closedOrderNote(order: Order, merchant: string, isInFrame: boolean): string {
  return `<p class="over" role="status">${order.state === 'COMPLETED' ? 'This order is paid.' : 'This order has failed.'}</p>
      <a class="cancel" href="${escape(order.redirectUrl)}"${isInFrame ? ' target="_top"' : ''}>Back to ${escape(merchant)}</a>`;
}

/** A page that returns the payer's browser to the merchant by a form, as PayU does. */
export function returnFormPage(action: string, fields: Record<string, string>, merchant: string): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  return page(
    'Done',
    `<form method="post" action="${escape(action)}">
      ${inputs.join('\n      ')}
      <button class="pay">Back to ${escape(merchant)}</button>
    </form>
    <script src="/payu/submit.js"></script>`,
    'payu',
  );
}

export function messagePage(message: string): string {
  return page('Payment', `<p class="over" role="status">${escape(message)}</p>`);
}

/** Shown inside the merchant's page when the payer is done. Its script tells the page around it. */
export function concludedPage(result: 'CONCLUDED' | 'USER_CANCEL'): string {
  return page(
    'Done',
    `<p class="over" role="status">You can go back now.</p>
      <script src="/web/bundle/concluded.js" data-result="${result}"></script>`,
  );
}

export function notFoundPage(): string {
  return messagePage('There is no such order here.');
}

function page(title: string, content: string, provider: Provider = 'phonepe'): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Payment sandbox</title>
    <link rel="stylesheet" href="/sandbox.css">
  </head>
  <body>
    <main>
      <h1>Payment sandbox</h1>
      <p class="fiction">Not a bank, not ${NAME[provider]}. No real money moves here.</p>
      ${content}
    </main>
  </body>
</html>
`;
}

function endOf(atMs: number): string {
  if (!Number.isFinite(atMs)) return '';
  return `<div><dt>Ends</dt><dd><time datetime="${new Date(atMs).toISOString()}">${timeOf(atMs)}</time></dd></div>`;
}

function timeOf(atMs: number): string {
  return new Date(atMs).toLocaleTimeString('en-IN', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Kolkata',
  });
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export const css = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f4f2f8, #14111a);
  --card: light-dark(#ffffff, #221d2c);
  --ink: light-dark(#17131f, #f3f0f8);
  --ink-2: light-dark(#544c62, #bdb4cc);
  --line: light-dark(#ddd7e6, #3b3348);
  --pay: light-dark(#5a2ca0, #b48cff);
  --on-pay: light-dark(#ffffff, #1b0f33);
  --warn: light-dark(#fff0d1, #372808);
  --on-warn: light-dark(#6b4300, #ffc866);
  --fail: light-dark(#b42320, #ff958e);
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100dvh; display: grid; place-items: center; padding: 16px;
  background: var(--paper); color: var(--ink); font: 16px/24px system-ui, sans-serif;
}
main {
  width: 100%; max-width: 400px; padding: 24px; border: 1px solid var(--line); border-radius: 24px; background: var(--card);
}
h1 { font-size: 20px; line-height: 28px; }
.fiction {
  margin: 12px 0 24px; padding: 12px; border-radius: 12px; background: var(--warn); color: var(--on-warn); font-weight: 600;
}
.to { color: var(--ink-2); }
.to strong { color: var(--ink); }
.amount { margin: 4px 0 16px; font-size: 44px; line-height: 48px; font-weight: 650; letter-spacing: -.035em; font-variant-numeric: tabular-nums; }
dl { border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; border-bottom: 1px solid var(--line); }
dt { color: var(--ink-2); }
dd { text-align: end; overflow-wrap: anywhere; }
.buttons { display: grid; gap: 12px; margin-top: 24px; }
button, a.cancel {
  display: block; width: 100%; min-height: 48px; padding: 12px; border: 1px solid var(--line); border-radius: 16px;
  background: none; color: var(--ink); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
button.pay { min-height: 56px; border-color: var(--pay); background: var(--pay); color: var(--on-pay); }
button.fail { color: var(--fail); }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.over { font-weight: 600; }
`;
