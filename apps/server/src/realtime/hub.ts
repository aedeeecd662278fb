import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import * as z from 'zod/mini';
import type { Authenticate } from '#http/caller.ts';
import { hashOf } from '#kernel/ids.ts';
import { inLane } from '#kernel/lane.ts';
import type { Log } from '#kernel/log.ts';
import { wordsFor } from '#kernel/words/words.ts';
import type { Words } from '#kernel/words/en.ts';

export interface HubOptions {
  authenticate: Authenticate;
  log: Log;
  origins: string[];
}

export type Hub = ReturnType<typeof createHub>;
type Answer = (event: string, payload: unknown) => void;
type Listener = (socket: Socket, driverId: number, words: Words) => void;

/**
 * The socket to drivers' screens: websocket only, the token in `auth.token`. A screen joins the room of its driver and no
 * other, so what is sent to one driver can never be seen by the next on that connector.
 */
export function createHub({ authenticate, log, origins }: HubOptions) {
  const io = new Server({
    transports: ['websocket'],
    serveClient: false,
    // Chargers' upgrades come through the same server and are not ours to end.
    destroyUpgrade: false,
    cors: { origin: origins },
    maxHttpBufferSize: 16 * 1024,
  });
  const listeners: Listener[] = [];

  io.use((socket, next) => {
    const token: unknown = socket.handshake.auth['token'];
    const isNamed = typeof token === 'string' && token !== '';
    const caller = isNamed ? inLane('sockets', () => authenticate(token)) : Promise.resolve(undefined);
    caller.then(
      (known) => {
        if (!known) return next(new Error('signed_out'));
        socket.data = { driverId: known.driverId, words: wordsOf(socket) };
        void socket.join([roomOf(known.driverId), roomOfToken(String(token))]);
        next();
      },
      (error: unknown) => {
        log.error({ error }, 'a socket could not be signed in');
        next(new Error('unavailable'));
      },
    );
  });

  io.on('connection', (socket) => {
    const { driverId, words } = socket.data as { driverId: number; words: Words };
    for (const listen of listeners) listen(socket, driverId, words);
  });

  return {
    attach(server: HttpServer): void {
      io.attach(server);
    },

    /** To every open screen of one driver, each in its language. */
    send(driverId: number, event: string, payload: (words: Words) => unknown): void {
      for (const id of io.sockets.adapter.rooms.get(roomOf(driverId)) ?? []) {
        const socket = io.sockets.sockets.get(id);
        socket?.emit(event, payload((socket.data as { words: Words }).words));
      }
    },

    /** To every open screen. */
    sendAll(event: string, payload: unknown): void {
      io.emit(event, payload);
    },

    /** To each screen when it opens, if there is anything to say. */
    greet(event: string, payload: () => unknown[]): void {
      listeners.push((socket) => {
        const said = payload();
        if (said.length > 0) socket.emit(event, said);
      });
    },

    /** Answers what screens emit; what does not fit the schema is ignored. The answer goes to that socket alone. */
    on<S extends z.ZodMiniType>(
      event: string,
      schema: S,
      handler: (message: z.output<S>, driverId: number, words: Words, answer: Answer) => Promise<void> | void,
    ): void {
      listeners.push((socket, driverId, words) => {
        socket.on(event, async (message: unknown) => {
          const parsed = z.safeParse(schema, message);
          if (!parsed.success) return;
          try {
            const answer: Answer = (name, payload) => socket.emit(name, payload);
            await inLane('sockets', () => handler(parsed.data, driverId, words, answer));
          } catch (error) {
            log.error({ event, error }, 'a socket message could not be answered');
          }
        });
      });
    },

    /** Ends the screens of a driver that one token opened, or without a token all of them. */
    disconnect(driverId: number, token?: string): void {
      io.in(token === undefined ? roomOf(driverId) : roomOfToken(token)).disconnectSockets(true);
    },

    async close(): Promise<void> {
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

function roomOf(driverId: number): string {
  return `driver:${driverId}`;
}

/** By its hash: the names of rooms may turn up in what is logged. */
function roomOfToken(token: string): string {
  return `token:${hashOf(token)}`;
}

function wordsOf(socket: Socket): Words {
  const asked: unknown = socket.handshake.auth['language'];
  return wordsFor(typeof asked === 'string' ? asked : socket.handshake.headers['accept-language']);
}
