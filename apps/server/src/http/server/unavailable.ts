import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Messages } from '#kernel/messages/en.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import { wantsHtml } from '../caller.ts';
import { httpRefusals } from '../http.refusals.ts';

/** When to retry. A database that restarts is usually back by then. */
const RETRY_SECONDS = 5;

/** Answers while the database is unavailable: 503 with Retry-After, as the error body or as a page. */
export function answerDatabaseUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const messages = messagesFor(request.headers['accept-language']);
  reply.code(503).header('retry-after', RETRY_SECONDS);
  return answerRetryLater(request, reply, { messages, code: 'unavailable', seconds: RETRY_SECONDS });
}

/** Asks to retry later: as the error body, or as a page that reloads itself. */
export function answerRetryLater(
  request: FastifyRequest,
  reply: FastifyReply,
  { messages, code, seconds }: { messages: Messages; code: 'unavailable' | 'too_many_requests'; seconds: number },
): FastifyReply {
  reply.header('cache-control', 'no-store');
  const message = httpRefusals[code][messages.language]();
  if (!wantsHtml(request)) return reply.send({ success: false, message, code });
  const again = request.method === 'GET' ? seconds : undefined;
  return reply.type('text/html; charset=utf-8').send(laterPage(messages, message, again));
}

/** A page without scripts, styles and pictures of ours. A posted form is not sent again automatically. */
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
