import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { openDevPages, type DevPages } from './dev-pages.ts';

/** The address for browsers in `npm run dev`. Sources come from Vite and everything else from the server. */
export interface DevProxy {
  url: string;
  pages: DevPages;
  /** Requests wait for the server that is starting. */
  leadTo(starting: Promise<string>): void;
  close(): Promise<void>;
}

/** Listens on `port`, or on a free port when it is taken. */
export async function openDevProxy(port: number): Promise<DevProxy> {
  let target: Promise<string> = Promise.reject(new Error('The server is not started yet.'));
  const leadTo = (starting: Promise<string>): void => {
    target = starting;
    // Each request reports this error.
    target.catch(() => undefined);
  };
  leadTo(target);
  const server = createServer();
  await listen(server, port).catch(() => listen(server, 0));
  const pages = await openDevPages(server);

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const toServer = (): void => void pass(request, response).catch((error: unknown) => say(response, error));
    pages.web.middlewares(request, response, () => pages.shop.middlewares(request, response, toServer));
  });
  server.on('upgrade', (request, socket, head) => {
    // Vite handles its own sockets.
    if (request.headers['sec-websocket-protocol']?.startsWith('vite-')) return;
    void tunnel(request, socket, head, target);
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { 'accept-encoding': _packed, ...headers } = request.headers;
    // Vite has removed its base from `url`.
    const path = (request as { originalUrl?: string }).originalUrl ?? request.url ?? '/';
    const call = ask(new URL(path, await target), { method: request.method, headers });
    request.pipe(call);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    if (!answer.headers['content-type']?.startsWith('text/html')) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      return;
    }
    const html = await pages.fromSources(Buffer.concat(await answer.toArray()).toString(), path);
    // The policy forbids Vite's inline scripts, and the ETag belongs to the built page.
    const { 'content-security-policy': _policy, 'content-length': _length, etag: _tag, ...others } = answer.headers;
    response.writeHead(answer.statusCode ?? 200, { ...others, 'cache-control': 'no-store' }).end(html);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    leadTo,
    async close() {
      await pages.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Forwards a socket of the app or of a charge point. */
async function tunnel(
  { method, url, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  target: Promise<string>,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const address = await target.catch(() => undefined);
  if (!address) return void socket.destroy();
  const { hostname, port: to } = new URL(address);
  const upstream = connect(Number(to), hostname);
  upstream.on('error', () => socket.destroy());
  upstream.on('close', () => socket.destroy());
  socket.on('close', () => upstream.destroy());
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  upstream.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  upstream.write(head);
  socket.pipe(upstream).pipe(socket);
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<unknown> {
  return Promise.race([
    once(server.listen(port, '127.0.0.1'), 'listening'),
    once(server, 'error').then(([error]) => Promise.reject(error as Error)),
  ]);
}

/** Shows an error, such as a server that does not start or a fault in a page. */
function say(response: ServerResponse, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!response.headersSent) response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n\nWhat the server said stands in the terminal; save a file to try again.\n`);
}
