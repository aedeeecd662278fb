import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { SECOND_MS, MINUTE_MS } from '#kernel/durations.ts';
import { FILES_PATH } from './file-path.ts';
import { httpFailures } from './http.failures.ts';
import { CUT_OFF_CODE } from './in-turns.ts';

/** How long a caller may take. Slower ones are closed; otherwise a few could hold every connection. */
export interface HttpTimeouts {
  /** For the head of a request, from the first moment of a connection. */
  headersMs: number;
  /** For a whole request. The largest is 256 kB: a phone with one bar of signal brings that in time. */
  requestMs: number;
  /** For one that brings a file, and again until it lies where files are kept, in which nothing comes or goes. */
  fileMs: number;
  /** In which nothing comes or goes: longer than any other call takes to be answered. */
  idleMs: number;
  /** Between two requests; longer than a proxy in front keeps its connections. */
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

/** A server that keeps to them. Sockets that were upgraded are no longer HTTP's: they live on. */
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

/** A request without a body is complete with its headers, which have a separate limit. */
const bringsBody = ({ headers }: IncomingMessage): boolean =>
  'content-length' in headers || 'transfer-encoding' in headers;

/** Whoever has brought a file waits in silence until it is stored. */
function awaitStored(request: IncomingMessage, response: ServerResponse, ms: number): void {
  request.once('end', () => {
    // What nobody reads, such as a body of a GET, ends after its answer: the limit between two requests counts by then.
    if (!response.writableEnded) request.socket.setTimeout(ms);
  });
}

/** Answers it as Node answers what is not whole after `requestTimeout`, which is one for all requests. */
function limitTime(request: IncomingMessage, ms: number, server: Server): void {
  const late = setTimeout(() => {
    const error = Object.assign(new Error('The request came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!request.complete) server.emit('clientError', error, request.socket);
  }, ms);
  request.once('close', () => clearTimeout(late));
}

/** The error body for what never became a request. */
export function answerMalformedRequest({ code }: ConnectionError, socket: Socket): void {
  // Those are let go in their own time.
  if (code === CUT_OFF_CODE) return;
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'it came too slowly' : 'it is no HTTP request';
  const message = httpFailures.bad_request.en({ problem });
  const body = JSON.stringify({ success: false, message, code: 'bad_request' });
  const head = `HTTP/1.1 ${STATUS[code] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy());
}
