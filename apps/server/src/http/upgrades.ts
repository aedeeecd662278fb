import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '#kernel/clock.ts';
import { MINUTE_S } from '#kernel/durations.ts';
import type { SampledLog } from '#kernel/log-sampler.ts';
import type { SlowRefusals } from '#kernel/slow-refusals.ts';
import { TokenBuckets } from '#kernel/token-bucket.ts';

const DRAIN_RETRY_S = 5;

/** A WebSocket request. */
export interface UpgradeCaller {
  /** As `addressOf` tells it of a request. */
  address: string;
  /** Says that the caller is known by now, so that this is not counted against the address, which many may share. */
  welcome(): void;
}

interface UpgradePath {
  take(request: IncomingMessage, socket: Duplex, head: Buffer, caller: UpgradeCaller): void;
  /** Whoever takes these upgrades counts them as well. */
  isCountedThere?: boolean;
}

export interface UpgradeOptions {
  /** By what the path begins with. */
  paths: Record<string, UpgradePath>;
  addressOf: (request: IncomingMessage) => string;
  /** How many upgrades one address may ask for in a minute that come to nothing. */
  perMinute: number;
  refusals: SlowRefusals;
  /** The server ends: whoever comes now is to go to another, or to come again. */
  isDraining: () => boolean;
  clock: Clock;
  logSampled: SampledLog;
}

/** The only place that handles WebSocket requests. Passes each to the server of its path, and refuses floods. */
export function createUpgrades(options: UpgradeOptions) {
  const { paths, addressOf, perMinute, refusals, isDraining, clock, logSampled } = options;
  const counted = new TokenBuckets<string>({ burst: perMinute, perSecond: perMinute / MINUTE_S }, clock);

  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // From here on Node listens to it no more, and an error that nobody hears ends the process.
    socket.on('error', () => socket.destroy());
    if (isDraining()) return refuseUpgrade(socket, 503, `Retry-After: ${DRAIN_RETRY_S}\r\n`);
    const handler = Object.entries(paths).find(([start]) => request.url?.startsWith(start))?.[1];
    const address = addressOf(request);
    const bucket = counted.of(address);
    if (!handler?.isCountedThere && !bucket.take()) {
      const message = 'an address opens too many sockets; it is refused';
      logSampled('warn', { event: 'http.upgrades_limited', message, facts: { address }, by: address });
      void refusals.wait(address, request.socket.remoteAddress).then((isToBeTold) => {
        if (isToBeTold) refuseUpgrade(socket, 429, `Retry-After: ${MINUTE_S}\r\n`);
        else socket.destroy();
      });
      return;
    }
    if (!handler) return refuseUpgrade(socket, 404);
    let isWelcome = false;
    const welcome = (): void => {
      // One connection may sign in again and again, but was counted once.
      if (!isWelcome) bucket.giveBack();
      isWelcome = true;
    };
    return handler.take(request, socket, head, { address, welcome });
  };
}

function refuseUpgrade(socket: Duplex, status: 404 | 429 | 503, headers = ''): void {
  const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`;
  // The other side may never end its half.
  socket.end(answer, () => socket.destroy());
}
