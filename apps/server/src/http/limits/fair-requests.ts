import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { runInTurn, FairScheduler, type WorkTurn } from '#kernel/fair-scheduler.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import { ipNetworkOf } from '../caller.ts';

/**
 * Maximum of unanswered requests of one connection. Browsers have one. A caller with more does not read the answers.
 */
const MAX_UNANSWERED = 4;
/** Node's parser treats this as an error of its caller and emits `clientError`. */
const NO_MORE = -1;
export const CUT_OFF_CODE = 'HPE_CB_HEADERS_COMPLETE';
const LINGER_MS = 2 * SECOND_MS;

export interface FairRequestsOptions {
  /** Whose share a request counts against: a driver with a valid token, or an address. */
  ownerOf: (request: IncomingMessage) => string;
  /** True for peers that forward other callers, whose connections must not be closed. */
  isProxy: (peer: string) => boolean;
  /** How many requests of one caller are handled at a time. */
  atOnce: number;
  clock: Clock;
  logSampled: SampledLog;
}

interface Connection {
  unanswered: number;
  /** The callers whose requests the connection has brought. */
  owners: Set<string>;
  isLeaving: boolean;
}

/**
 * Serves a limited number of requests of a caller at a time; the others wait before any work. While a body arrives, the
 * next request is served. A connection that sends requests without reading answers is closed.
 */
export function createFairRequests({ ownerOf, isProxy, atOnce, clock, logSampled }: FairRequestsOptions) {
  const scheduler = new FairScheduler(atOnce);
  const connections = new WeakMap<Socket, Connection>();
  const turnsOf = new WeakMap<IncomingMessage, WorkTurn>();

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const connection: Connection = { unanswered: 0, owners: new Set(), isLeaving: false };
    connections.set(socket, connection);
    socket.once('close', () => leave(socket, connection));
    return connection;
  }

  function leave(socket: Socket, { owners }: Connection): void {
    for (const owner of owners) scheduler.leave(owner, socket);
  }

  /** Leaves the connection unanswered and unread for a while, because a caller that floods would reconnect at once. */
  function cutOff(socket: Socket, connection: Connection): void {
    connection.isLeaving = true;
    leave(socket, connection);
    const address = ipNetworkOf(socket.remoteAddress);
    const message = 'a connection sends requests without reading answers; it is closed';
    logSampled('warn', { event: 'http.unread_answers', message, facts: { address }, by: address });
    giveUp(socket);
    // Node resumes reading after it has emitted a request.
    setImmediate(() => socket.pause());
    // The delay is random, so that connections that were closed together do not return together.
    clock.after(LINGER_MS * (0.5 + Math.random()), () => socket.destroy());
  }

  function take(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const { socket } = request;
    const owner = ownerOf(request);
    connectionOf(socket).owners.add(owner);
    scheduler.take(owner, socket, (turn) => {
      turnsOf.set(request, turn);
      // Work for a caller that has hung up counts too.
      response.once('close', () => response.writableEnded && turn.end?.());
      begin();
    });
  }

  return {
    serve(listener: RequestListener): RequestListener {
      return (request, response) => {
        const { socket } = request;
        const connection = connectionOf(socket);
        if (connection.isLeaving) return;
        if (connection.unanswered >= MAX_UNANSWERED && !isProxy(socket.remoteAddress ?? ''))
          return cutOff(socket, connection);
        connection.unanswered += 1;
        response.once('close', () => (connection.unanswered -= 1));
        take(request, response, () => listener(request, response));
      };
    },

    /** Ends the turn while a body is awaited, which may take long. */
    awaitBody(request: IncomingMessage): void {
      const { headers } = request;
      const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
      if (hasBody) turnsOf.get(request)?.end?.();
    },

    /** Continues in the request's turn or a new one, because reading a body runs in the connection's context. */
    resume(request: IncomingMessage, response: ServerResponse, task: () => void): void {
      const turn = turnsOf.get(request);
      if (!turn) task();
      else if (turn.end) runInTurn(turn, task);
      else take(request, response, task);
    },
  };
}

/**
 * Skips the rest of a chunk that Node has read. Node reads 64 kB at once, which may be two thousand requests, and has
 * no public way to stop in the middle.
 */
function giveUp(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: { onIncoming: () => number } };
  if (parser) parser.onIncoming = () => NO_MORE;
}
