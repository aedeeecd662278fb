import { providerName } from '@bijli/contract/wallet';
import { queryText } from '#http/calls/query.ts';
import type { Http } from '#http/calls/serve.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import type { Payments } from '../index.ts';
import { checkoutPage, submitScript } from './checkout-page.ts';

const PAYMENT = { config: { limit: 'payment' } } as const;
/** Payers of a whole network may return at once, and they need this page to learn the outcome. */
const PAGE = { config: { limit: 'page' } } as const;
const WEBHOOK = { config: { limit: 'webhook' } } as const;

interface CheckoutAddress {
  Params: { txnId: string };
  Querystring: { sig?: unknown };
}

/** The endpoints for providers, and for browsers on their way to and from them. None needs a sign-in. */
export function providerRoutes({ app }: Http, payments: Payments): void {
  /** PhonePe's and Razorpay's links send the browser here, and the page shows the state of the payment. */
  for (const provider of providerName.options) {
    app.get<{ Querystring: { txn?: unknown; sig?: unknown } }>(
      `/payments/${provider}/return`,
      PAGE,
      async ({ query }, reply) =>
        reply.redirect(await payments.handleReturn(queryText(query.txn), queryText(query.sig)), 303),
    );
  }

  /** PayU takes orders only by a form, which the browser posts from this page. */
  app.get<CheckoutAddress>('/payments/payu/:txnId', PAYMENT, async (request, reply) => {
    const checkout = await payments.openCheckout(queryText(request.params.txnId), queryText(request.query.sig));
    if (typeof checkout === 'string') return reply.redirect(checkout, 303);
    const page = checkoutPage(checkout, messagesFor(request.headers['accept-language']));
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/payments/submit.js', { config: { limit: 'file' } }, (_request, reply) =>
    reply.type('text/javascript').send(submitScript),
  );

  app.register(async (scope) => {
    // Signatures cover the body as sent, so it must not be parsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    for (const provider of providerName.options) {
      scope.post<{ Body: string | undefined }>(`/webhooks/${provider}`, WEBHOOK, async (request, reply) => {
        const isTaken = await payments.handleWebhook(provider, request.headers, request.body ?? '');
        return reply.code(isTaken ? 200 : 401).send();
      });
    }

    /** PayU makes the browser post its result from PayU's site, so our cookies are not sent. */
    scope.post<{ Body: string | undefined }>('/payments/payu/return', PAGE, async (request, reply) =>
      reply.redirect(await payments.handleSignedReturn(request.headers, request.body ?? ''), 303),
    );
  });
}
