import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import { SOCKET_OPTIONS } from '@bijli/contract/realtime';
import { addressFinder } from '#http/caller.ts';
import { createUpgrades } from '#http/server/upgrades.ts';
import { TestClock } from '#kernel/clock.ts';
import { createDelayedRefusals } from '#kernel/delayed-refusals.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import { createHub, type HubOptions } from '#realtime/hub.ts';
import { atEnd } from './at-end.ts';

/**
 * Starts the hub on a real port, with a clock that the test moves. The token `driver 7` belongs to driver 7; other
 * tokens belong to nobody.
 */
export async function hubFixture(more: Partial<HubOptions> & { perMinute?: number } = {}) {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const logged: { level: number; event?: string; abuse?: string; repeated?: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const hub = createHub({
    authenticate: async (token) => (token.startsWith('driver ') ? { driverId: Number(token.slice(7)) } : undefined),
    clock,
    log,
    ...more,
  });
  const server = createServer().on(
    'upgrade',
    createUpgrades({
      isDraining: () => false,
      paths: { '/socket.io/': { take: hub.upgrade } },
      addressOf: addressFinder(1),
      refusals: createDelayedRefusals(clock, () => false),
      perMinute: more.perMinute ?? 1000,
      clock,
      logSampled: createSampledLog(log, clock),
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open: { disconnect(): unknown }[] = [];
  atEnd(async () => {
    for (const each of open) each.disconnect();
    await hub.close();
    server.close();
    server.closeAllConnections();
  });

  return {
    hub,
    clock,
    logged,

    /** Connects a screen that does not reconnect by itself. It is returned while it still connects. */
    screen(token: string, more: object = {}): Socket {
      const socket = io(`http://${address}`, {
        ...SOCKET_OPTIONS,
        auth: { token },
        forceNew: true,
        reconnection: false,
        ...more,
      });
      open.push(socket);
      return socket;
    },

    /** Opens a WebSocket on which a test can send anything. */
    async line(path = '/socket.io/?EIO=4&transport=websocket', from = '203.0.113.1'): Promise<WebSocket> {
      const socket = new WebSocket(`ws://${address}${path}`, { headers: { 'x-forwarded-for': from } });
      open.push({ disconnect: () => socket.terminate() });
      socket.once('unexpected-response', (request, { statusCode }) => request.destroy(new Error(String(statusCode))));
      await once(socket, 'open');
      // Later errors of the socket are for the server to notice.
      socket.on('error', () => undefined);
      return socket;
    },
  };
}

/** Settles when the screen is connected. */
export async function connected(socket: Socket): Promise<Socket> {
  if (!socket.connected) {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
  }
  return socket;
}
