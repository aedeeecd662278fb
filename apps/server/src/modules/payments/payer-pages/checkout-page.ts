import { escapeHtml } from '#http/pages/escape-html.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { CheckoutForm } from '../payment-provider.ts';

/** A page that posts a form to the payment provider: automatically with JavaScript, by its button without. */
export function checkoutPage({ action, fields }: CheckoutForm, messages: Messages): string {
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n      ');
  return `<!doctype html>
<html lang="${messages.language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${messages.payment.leaving()}</title>
  </head>
  <body>
    <form method="post" action="${escapeHtml(action)}">
      ${inputs}
      <button>${messages.payment.leave()}</button>
    </form>
    <script src="/payments/submit.js"></script>
  </body>
</html>
`;
}

export const submitScript = `document.forms[0].submit();
`;
