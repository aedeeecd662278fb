import type { FastifyReply, FastifyRequest } from 'fastify';
import { wordsFor } from '#kernel/words/words.ts';
import type { Words } from '#kernel/words/en.ts';

/** When to come back: a database that was restarted is there again by then, as a rule. */
const RETRY_SECONDS = 5;

/** What is said while the database is away: 503 and when to come back; to programs in the one error body, to readers on a page. */
export function answerAway(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const words = wordsFor(request.headers['accept-language']);
  reply.code(503).header('retry-after', RETRY_SECONDS).header('cache-control', 'no-store');
  const isPage = (request.headers.accept ?? '').includes('text/html') && !request.url.startsWith('/api');
  if (!isPage) return reply.send({ success: false, message: words.failures.unavailable(), code: 'unavailable' });
  return reply.type('text/html; charset=utf-8').send(awayPage(words, request.method === 'GET'));
}

/** It needs nothing of us: no script, no style, no picture. What was posted is not sent again by itself. */
function awayPage(words: Words, mayRepeat: boolean): string {
  const { title, again, resend } = words.away;
  return `<!doctype html>
<html lang="${words.language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">${mayRepeat ? `\n    <meta http-equiv="refresh" content="${RETRY_SECONDS}">` : ''}
    <title>${title()}</title>
  </head>
  <body style="max-width: 32rem; margin: 20vh auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif">
    <h1>${title()}</h1>
    <p>${words.failures.unavailable()}</p>
    <p>${mayRepeat ? `<a href="">${again()}</a>` : resend()}</p>
  </body>
</html>
`;
}
