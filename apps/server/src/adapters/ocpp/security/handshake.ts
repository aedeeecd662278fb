import { randomInt } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '#kernel/clock.ts';
import type { DelayedRefusals } from '#kernel/delayed-refusals.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { createRecentCache } from '#kernel/recent-cache.ts';
import { TokenBucket, type Rate } from '#kernel/token-bucket.ts';
import type { LinkEventLog } from '../links/link-event-log.ts';
import { CLOSE_TIMEOUT_MS, HANDSHAKE_RETRY_SECONDS, HANDSHAKES } from '../links/link-limits.ts';
import type { UnfinishedLinks } from '../links/unfinished-links.ts';
import { Authenticator, type Accepted, type AuthenticatorOptions } from './authenticator.ts';
import { transportOf, type TransportOptions } from './transports.ts';

const SUBPROTOCOL = 'ocpp1.6';
/** The largest message is transactionData of a long session. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/**
 * A charge point whose link was ended because of a longer message sends it again forever. A few at a time may send one
 * message of this size on their next link, which then makes room for others.
 */
const LONG_MESSAGES = { maxBytes: 8 * 1024 * 1024, links: 16, forMs: 10 * MINUTE_MS };
const TOO_LONG = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';

export interface HandshakeOptions extends AuthenticatorOptions, TransportOptions {
  log: Log;
  clock: Clock;
  /** Delays callers that are refused again and again. */
  refusals: DelayedRefusals;
  /** How many charge points may connect at once, and in each second after that. */
  handshakes?: Rate;
}

interface Door {
  linkEventLog: LinkEventLog;
  unfinished: UnfinishedLinks;
  /** True while charge points are accepted. */
  isOpen: () => boolean;
  /** Called when a charge point has authenticated and completed the handshake. It may not speak OCPP 1.6. */
  onAdmitted: (accepted: Accepted) => void;
  /**
   * Called when it speaks OCPP 1.6, with its socket. Returns a function that ends the link after pending answers, so
   * that the charge point may reconnect.
   */
  addLink: (accepted: Accepted, socket: WebSocket) => (reason: string) => void;
}

/** Turns the HTTP request of a charge point into a WebSocket: authentication, limits, subprotocol. */
export function createHandshake(options: HandshakeOptions, door: Door) {
  const { clock, log, refusals } = options;
  const { linkEventLog, unfinished } = door;
  const authenticator = new Authenticator(options, linkEventLog);
  const handshakes = new TokenBucket(options.handshakes ?? HANDSHAKES, clock);
  const serverFor = (maxPayload: number) =>
    new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload,
      perMessageDeflate: false,
      // The link answers pings itself, and so notices whether the charge point reads.
      autoPong: false,
      // Some firmware writes names and error texts in another encoding, and would never get through its boot.
      skipUTF8Validation: true,
      handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    });
  const server = serverFor(MAX_MESSAGE_BYTES);
  const serverOfLong = serverFor(LONG_MESSAGES.maxBytes);
  /** Charge points that have sent a too long message. */
  const sendsLong = createRecentCache<string, true>(1_000);
  let longLinks = 0;

  /** How many seconds a charge point must wait before it may connect. Undefined if it may now. */
  function secondsUntilRoom(chargePointId: string, address: string): number | undefined {
    if (!unfinished.hasRoom(chargePointId)) {
      const message = 'a charge point connects faster than its old links can be closed; it will try again';
      linkEventLog.count('ocpp.too_many_links', message, { chargePointId, address });
      return CLOSE_TIMEOUT_MS / 1000;
    }
    if (handshakes.take()) return undefined;
    const message = 'too many charge points connect at once; they will try again';
    linkEventLog.count('ocpp.too_many_handshakes', message, { chargePointId, address });
    const { from, to } = HANDSHAKE_RETRY_SECONDS;
    return randomInt(from, to + 1);
  }

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): Promise<void> {
    if (!door.isOpen()) return reject(socket, 503);
    const accepted = await authenticator.accept(request, address, transportOf(request, options, linkEventLog));
    if ('status' in accepted) {
      const mustAnswer = accepted.status !== 429 || (await refusals.wait(address, request.socket.remoteAddress));
      if (!mustAnswer) return void socket.destroy();
      return reject(socket, accepted.status, accepted.retryAfterSeconds);
    }
    if (!door.isOpen()) return reject(socket, 503);
    // Checked last, so that a stranger does not use up the limit.
    const retryAfterSeconds = secondsUntilRoom(accepted.chargePointId, address);
    if (retryAfterSeconds !== undefined) return reject(socket, 503, retryAfterSeconds);
    completeUpgrade(request, socket, head, accepted);
  }

  function completeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, accepted: Accepted): void {
    const { chargePointId } = accepted;
    normalizeSubprotocols(request);
    const isLong = sendsLong.has(chargePointId) && longLinks < LONG_MESSAGES.links;
    (isLong ? serverOfLong : server).handleUpgrade(request, socket, head, (ws) => {
      // Set first, because what follows the handshake may not be a valid frame.
      ws.on('error', (error) => {
        if ('code' in error && error.code === TOO_LONG) sendsLong.set(chargePointId, true);
        linkEventLog.count('ocpp.socket_failed', 'a charge point socket failed', { chargePointId, error });
      });
      if (isLong) {
        longLinks += 1;
        ws.on('close', () => (longLinks -= 1));
      }
      door.onAdmitted(accepted);
      if (ws.protocol !== SUBPROTOCOL) return sendAway(chargePointId, ws, request);
      const end = door.addLink(accepted, ws);
      if (isLong) endAfterLong(chargePointId, ws, end);
    });
  }

  /**
   * The size limit of an open socket cannot be lowered again, so the link is ended after the long message, or if none
   * came.
   */
  function endAfterLong(chargePointId: string, ws: WebSocket, end: (reason: string) => void): void {
    const isDone = (reason: string): void => {
      sendsLong.delete(chargePointId);
      end(reason);
    };
    const stopWaiting = clock.after(LONG_MESSAGES.forMs, () => isDone('no long message came'));
    ws.on('message', (data: Buffer) => {
      if (data.length > MAX_MESSAGE_BYTES) isDone('the long message was taken');
    });
    ws.on('close', stopWaiting);
  }

  /** OCPP-J 1.6 section 3.2: without a common subprotocol the handshake is completed, then the link is closed. */
  function sendAway(chargePointId: string, ws: WebSocket, request: IncomingMessage): void {
    const offered = request.headers['sec-websocket-protocol']?.slice(0, 100);
    linkEventLog.count('ocpp.wrong_subprotocol', 'a charge point does not offer OCPP 1.6', { chargePointId, offered });
    ws.close(1002, `${SUBPROTOCOL} is spoken here`);
    const stopWaiting = clock.after(CLOSE_TIMEOUT_MS, () => ws.terminate());
    ws.on('close', stopWaiting);
  }

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, { address }: { address: string }): void {
      socket.on('error', (error) =>
        log.debug({ event: 'ocpp.handshake_aborted', error }, 'a charge point closed the connection'),
      );
      accept(request, socket, head, address).catch((error: unknown) => {
        const message = 'a charge point could not be accepted; it will try again';
        linkEventLog.count('ocpp.not_admitted', message, { address, error });
        reject(socket, 503);
      });
    },
  };
}

/** Removes duplicates and extra commas from the header, for which the library would refuse the request. */
function normalizeSubprotocols({ headers }: IncomingMessage): void {
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim());
  const named = [...new Set(offered)].filter((name) => name !== '');
  if (named.length > 0) headers['sec-websocket-protocol'] = named.join(', ');
  else delete headers['sec-websocket-protocol'];
}

function reject(socket: Duplex, status: 401 | 404 | 429 | 503, retryAfterSeconds?: number): void {
  const realm = status === 401 ? 'WWW-Authenticate: Basic realm="ocpp"\r\n' : '';
  const retry = retryAfterSeconds === undefined ? '' : `Retry-After: ${retryAfterSeconds}\r\n`;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${realm}${retry}`;
  // The peer may never end its half.
  socket.end(`${head}Connection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}
