import { providerName } from '@bijli/contract/wallet';
import { queryText } from '#http/query.ts';
import type { Http } from '#http/serve.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import { checkoutPage, submitScript } from './checkout-page.ts';
import type { Payments } from './index.ts';

const PAYMENT = { config: { limit: 'payment' } } as const;
/** Payers of a whole network come back at once, and nothing else brings them to their outcome. */
const PAGE = { config: { limit: 'page' } } as const;
const WEBHOOK = { config: { limit: 'webhook' } } as const;

interface CheckoutAddress {
  Params: { txnId: string };
  Querystring: { sig?: unknown };
}

/** What providers, and browsers on their way to and from one, ask for. None of it needs a sign-in. */
export function providerRoutes({ app }: Http, payments: Payments): void {
  /** PhonePe and Razorpay's links send the browser here; whatever the payer did, the page shows how it stands. */
  for (const provider of providerName.options) {
    app.get<{ Querystring: { txn?: unknown; sig?: unknown } }>(
      `/payments/${provider}/return`,
      PAGE,
      async ({ query }, reply) =>
        reply.redirect(await payments.returned(queryText(query.txn), queryText(query.sig)), 303),
    );
  }

  /** PayU takes an order by a form only, so the browser posts it from a page of ours. */
  app.get<CheckoutAddress>('/payments/payu/:txnId', PAYMENT, async (request, reply) => {
    const checkout = await payments.checkout(request.params.txnId, queryText(request.query.sig));
    if (typeof checkout === 'string') return reply.redirect(checkout, 303);
    const page = checkoutPage(checkout, messagesFor(request.headers['accept-language']));
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/payments/submit.js', { config: { limit: 'file' } }, (_request, reply) =>
    reply.type('text/javascript').send(submitScript),
  );

  app.register(async (scope) => {
    // Signatures are over the body as it came, so nothing may parse it before.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    for (const provider of providerName.options) {
      scope.post<{ Body: string | undefined }>(`/webhooks/${provider}`, WEBHOOK, async (request, reply) => {
        const isTaken = await payments.takeWebhook(provider, request.headers, request.body ?? '');
        return reply.code(isTaken ? 200 : 401).send();
      });
    }

    /** PayU has the browser bring its result by a form from its own site, on which no cookie of ours travels. */
    scope.post<{ Body: string | undefined }>('/payments/payu/return', PAGE, async (request, reply) =>
      reply.redirect(await payments.returnedWith(request.headers, request.body ?? ''), 303),
    );
  });
}
