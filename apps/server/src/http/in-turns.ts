import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '#kernel/clock.ts';
import { inTurn, Turns } from '#kernel/turns.ts';

/** Of one connection: browsers have one, and no client has as many who reads what is answered. */
const MOST_UNANSWERED = 16;
const LINGER_MS = 1000;

export interface Callers {
  /** A driver with a good token, or an address. */
  callerOf: (request: IncomingMessage) => string;
  /** Peers that bring others as well, whose connections are not ours to cut off. */
  isProxy: (peer: string) => boolean;
  /** How many requests of one caller are at work at a time. */
  atOnce: number;
  clock: Clock;
}

/**
 * Serves each caller's requests one by one, or so many at a time, before anything else is done about them; a connection with too many is cut off.
 * `resume` is for what follows once a body is read, because what reads it belongs to the connection.
 */
export function inTurns({ callerOf, isProxy, atOnce, clock }: Callers) {
  const turns = new Turns(atOnce);
  const ends = new WeakMap<IncomingMessage, () => void>();
  const unanswered = new WeakMap<Socket, number>();
  const leaving = new WeakSet<Socket>();
  /** Unanswered and unread for a while: whoever floods would be back at once. */
  const cutOff = (socket: Socket): void => {
    leaving.add(socket);
    socket.pause();
    // Those cut off together do not come back together.
    clock.after(LINGER_MS * (0.5 + Math.random()), () => socket.destroy());
  };

  return {
    serve(listener: RequestListener): RequestListener {
      return (request, response) => {
        const { socket } = request;
        if (leaving.has(socket)) return;
        const before = unanswered.get(socket) ?? 0;
        if (before >= MOST_UNANSWERED && !isProxy(socket.remoteAddress ?? '')) return cutOff(socket);
        unanswered.set(socket, before + 1);
        response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
        turns.take(callerOf(request), (end) => {
          // Its caller has hung up, or was cut off.
          if (socket.destroyed || leaving.has(socket)) return end();
          ends.set(request, end);
          response.once('close', end);
          listener(request, response);
        });
      };
    },

    resume(request: IncomingMessage, deed: () => void): void {
      const end = ends.get(request);
      if (end) inTurn(end, deed);
      else deed();
    },
  };
}
