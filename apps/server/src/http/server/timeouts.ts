import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { SECOND_MS, MINUTE_MS } from '#kernel/durations.ts';
import { httpRefusals } from '../http.refusals.ts';
import { CUT_OFF_CODE } from '../limits/fair-requests.ts';
import { FILES_PATH } from '../pages/file-path.ts';

/** How long a caller may take. Slower ones are closed; otherwise a few could hold every connection. */
export interface HttpTimeouts {
  /** For the head of a request, from the opening of the connection. */
  headersMs: number;
  /** For a whole request. The largest is 256 kB, which a phone with a weak signal sends in this time. */
  requestMs: number;
  /** Maximum pause of an upload, and again while the file is being stored. */
  fileMs: number;
  /** Maximum pause of a connection, longer than any other call takes. */
  idleMs: number;
  /** Between two requests. Longer than a proxy in front keeps its connections. */
  keepAliveMs: number;
  /** How often connections are checked. */
  checkMs: number;
}

export const HTTP_TIMEOUTS: HttpTimeouts = {
  headersMs: 15 * SECOND_MS,
  requestMs: 30 * SECOND_MS,
  fileMs: 30 * MINUTE_MS,
  idleMs: MINUTE_MS,
  keepAliveMs: 72 * SECOND_MS,
  checkMs: 2 * SECOND_MS,
};

const STATUS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Creates a server with these timeouts. Upgraded sockets are not limited. */
export function createServerWithTimeouts(
  listener: RequestListener,
  { headersMs, requestMs, fileMs, idleMs, keepAliveMs, checkMs }: HttpTimeouts,
): Server {
  const limits = { headersTimeout: headersMs, connectionsCheckingInterval: checkMs };
  const server = createServer(limits, (request, response) => {
    if (bringsBody(request)) {
      if (isOfFile(request)) awaitStored(request, response, fileMs);
      else limitTime(request, requestMs, server);
    }
    listener(request, response);
  });
  server.requestTimeout = Math.max(requestMs, fileMs);
  server.keepAliveTimeout = keepAliveMs;
  return server.setTimeout(idleMs);
}

const OF_FILE = new RegExp(`^${FILES_PATH}/[^/?]+(/[^/?]+)?(\\?|$)`);
const isOfFile = ({ url = '' }: IncomingMessage): boolean => OF_FILE.test(url);

/** True if a body follows. A request without one is complete with its headers, which have a separate limit. */
const bringsBody = ({ headers }: IncomingMessage): boolean =>
  'content-length' in headers || 'transfer-encoding' in headers;

/** Limits the silence of a connection while its uploaded file is being stored. */
function awaitStored(request: IncomingMessage, response: ServerResponse, ms: number): void {
  request.once('end', () => {
    // An unread body, such as that of a GET, ends after its answer. By then the keep-alive limit applies.
    if (!response.writableEnded) request.socket.setTimeout(ms);
  });
}

/** Limits the time of one request, like Node's `requestTimeout`, which is the same for all. */
function limitTime(request: IncomingMessage, ms: number, server: Server): void {
  const late = setTimeout(() => {
    const error = Object.assign(new Error('The request came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!request.complete) server.emit('clientError', error, request.socket);
  }, ms);
  request.once('close', () => clearTimeout(late));
}

/** Sends the error body for a request that could not be parsed. */
export function answerMalformedRequest({ code }: ConnectionError, socket: Socket): void {
  // These are closed later.
  if (code === CUT_OFF_CODE) return;
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'it came too slowly' : 'it is no HTTP request';
  const message = httpRefusals.bad_request.en({ problem });
  const body = JSON.stringify({ success: false, message, code: 'bad_request' });
  const head = `HTTP/1.1 ${STATUS[code] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy());
}
