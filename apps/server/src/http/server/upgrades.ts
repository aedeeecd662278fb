import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '#kernel/clock.ts';
import type { DelayedRefusals } from '#kernel/delayed-refusals.ts';
import { MINUTE_S } from '#kernel/durations.ts';
import { requestPath } from '#kernel/request-path.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import { TokenBuckets } from '#kernel/token-bucket.ts';
import { hasSeveralHosts } from './several-hosts.ts';

const DRAIN_RETRY_S = 5;

/** A WebSocket request. */
export interface UpgradeCaller {
  /** The caller's address, from `addressOf`. */
  address: string;
  /**
   * Call this when the caller is authenticated, so that the upgrade does not count against its address, which many may
   * share.
   */
  welcome(): void;
}

interface UpgradePath {
  take(request: IncomingMessage, socket: Duplex, head: Buffer, caller: UpgradeCaller): void;
  /** True if the handler counts these upgrades itself. */
  isCountedThere?: boolean;
}

export interface UpgradeOptions {
  /** Handlers by the beginning of the path. */
  paths: Record<string, UpgradePath>;
  addressOf: (request: IncomingMessage) => string;
  /** How many failed upgrades one address may make in a minute. */
  perMinute: number;
  refusals: DelayedRefusals;
  /** True while the server is ending, when callers must go to another node or retry. */
  isDraining: () => boolean;
  clock: Clock;
  logSampled: SampledLog;
}

/** The only place that handles WebSocket requests. Passes each to the server of its path, and refuses floods. */
export function createUpgrades(options: UpgradeOptions) {
  const { paths, addressOf, perMinute, refusals, isDraining, clock, logSampled } = options;
  const counted = new TokenBuckets<string>({ burst: perMinute, perSecond: perMinute / MINUTE_S }, clock);

  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Node has removed its listeners, and an unhandled error event would end the process.
    socket.on('error', () => socket.destroy());
    if (isDraining()) return refuseUpgrade(socket, 503, `Retry-After: ${DRAIN_RETRY_S}\r\n`);
    const path = requestPath(request.url);
    const handler = Object.entries(paths).find(([start]) => path.startsWith(start))?.[1];
    const address = addressOf(request);
    const bucket = counted.of(address);
    if (!handler?.isCountedThere && !bucket.take()) {
      const message = 'an address opens too many sockets; it is refused';
      logSampled('warn', { event: 'http.upgrades_limited', message, facts: { address }, by: address });
      void refusals.wait(address, request.socket.remoteAddress).then((mustAnswer) => {
        if (mustAnswer) refuseUpgrade(socket, 429, `Retry-After: ${MINUTE_S}\r\n`);
        else socket.destroy();
      });
      return;
    }
    if (hasSeveralHosts(request)) return refuseUpgrade(socket, 400);
    if (!handler) return refuseUpgrade(socket, 404);
    let isWelcome = false;
    const welcome = (): void => {
      // One connection may sign in again and again, but is counted once.
      if (!isWelcome) bucket.returnToken();
      isWelcome = true;
    };
    return handler.take(request, socket, head, { address, welcome });
  };
}

function refuseUpgrade(socket: Duplex, status: 400 | 404 | 429 | 503, headers = ''): void {
  const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`;
  // The peer may never end its half.
  socket.end(answer, () => socket.destroy());
}
