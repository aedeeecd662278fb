import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Messages } from '#kernel/messages/en.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import { wantsHtml } from './caller.ts';
import { httpFailures } from './http.failures.ts';

/** When to come back: a database that was restarted is there again by then, as a rule. */
const RETRY_SECONDS = 5;

/** What is said while the database is away: 503 and when to come back; to programs in the one error body, to readers on a page. */
export function answerDatabaseUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const messages = messagesFor(request.headers['accept-language']);
  reply.code(503).header('retry-after', RETRY_SECONDS);
  return answerRetryLater(request, reply, { messages, code: 'unavailable', seconds: RETRY_SECONDS });
}

/** Says that it will do later: in the one error body, or to a reader on a page that asks again by itself. */
export function answerRetryLater(
  request: FastifyRequest,
  reply: FastifyReply,
  { messages, code, seconds }: { messages: Messages; code: 'unavailable' | 'too_many_requests'; seconds: number },
): FastifyReply {
  reply.header('cache-control', 'no-store');
  const message = httpFailures[code][messages.language]();
  if (!wantsHtml(request)) return reply.send({ success: false, message, code });
  const again = request.method === 'GET' ? seconds : undefined;
  return reply.type('text/html; charset=utf-8').send(laterPage(messages, message, again));
}

/** It needs nothing of us: no script, no style, no picture. What was posted is not sent again by itself. */
function laterPage(messages: Messages, message: string, againAfter: number | undefined): string {
  const { title, again, resend } = messages.away;
  const refresh = againAfter === undefined ? '' : `\n    <meta http-equiv="refresh" content="${againAfter}">`;
  return `<!doctype html>
<html lang="${messages.language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">${refresh}
    <title>${title()}</title>
  </head>
  <body style="max-width: 32rem; margin: 20vh auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif">
    <h1>${title()}</h1>
    <p>${message}</p>
    <p>${againAfter !== undefined ? `<a href="">${again()}</a>` : resend()}</p>
  </body>
</html>
`;
}
