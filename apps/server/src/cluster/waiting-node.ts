import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@bijli/contract/api';
import { httpRefusals } from '#http/http.refusals.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { languageFor } from '#kernel/messages/messages.ts';
import type { WaitReason } from './node-lease.ts';

/** When a caller may find an active node. */
const RETRY_SECONDS = 5;
const REQUEST_TIMEOUT_MS = 5 * SECOND_MS;
const REASONS: Record<Why, string> = {
  migrating: 'the database is brought up to date',
  standby: 'another node serves; this one takes over when it ends',
  unavailable: 'the database does not answer',
};

type Why = WaitReason | 'migrating';

/** The answers of a standby node: its state, and a refusal for everything else. */
export interface WaitingNode {
  url: string;
  /** Sets why it waits, and the progress of a migration. */
  setReason(why: Why, stand?: string): void;
  close(): Promise<void>;
}

export async function openWaitingNode(at: { host: string; port: number }, why: Why): Promise<WaitingNode> {
  let status = why;
  let reason = REASONS[why];
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS, keepAlive: false },
    (request, response) => {
      const answer = (httpStatus: number, body: object): void => {
        if (httpStatus === 503) response.setHeader('retry-after', RETRY_SECONDS);
        const type = 'application/json; charset=utf-8';
        response.writeHead(httpStatus, { 'content-type': type, 'cache-control': 'no-store', connection: 'close' });
        response.end(JSON.stringify(body));
      };
      const path = request.url?.split('?', 1)[0];
      if (path === api.live.path) return answer(200, { status: 'ok' });
      if (path === api.ready.path) return answer(503, { status, reason });
      const message = httpRefusals.unavailable[languageFor(request.headers['accept-language'])]();
      answer(503, { success: false, message, code: 'unavailable' });
    },
  );
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => {});
    socket.end(
      `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${RETRY_SECONDS}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  });
  server.listen(at.port, at.host);
  await once(server, 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    setReason(other, stand = REASONS[other]) {
      status = other;
      reason = stand;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
