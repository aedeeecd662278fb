import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server, type Socket } from 'socket.io';
import * as z from 'zod/mini';
import { isUnstorable } from '#db/statements/unstorable.ts';
import type { Authenticate } from '#http/caller.ts';
import type { UpgradeCaller } from '#http/server/upgrades.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';
import type { Log } from '#kernel/log.ts';
import type { Messages } from '#kernel/messages/en.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { createSampledLog, type SampledLog } from '#kernel/sampled-log.ts';
import { TokenBuckets, type Rate } from '#kernel/token-bucket.ts';
import { inWorkload } from '#kernel/workload.ts';
import { guardConnection } from './connection-guard.ts';
import { Inbox } from './inbox.ts';
import { OpenSockets, type DriverSocket } from './open-sockets.ts';
import { createSocketSignIn } from './socket-sign-in.ts';

/** A connection that has not signed in by then is closed. */
const SIGN_IN_TIMEOUT_MS = 10 * SECOND_MS;
/** How often one driver's sockets may connect. On a bad network each retries every few seconds. */
const CONNECT_RATE: Rate = { burst: 60, perSecond: 1 };
/** A connection that is closed for abuse counts as this many connects. */
const ABUSE_COSTS = 15;

export interface HubOptions {
  authenticate: Authenticate;
  clock: Clock;
  log: Log;
  signInWithinMs?: number;
  /** How often a socket is pinged, and how long to wait for its answer. */
  heartbeat?: { pingInterval?: number; pingTimeout?: number };
}

export type Hub = ReturnType<typeof createHub>;
type SendEvent = (event: string, payload: unknown) => void;
type Listener = (driverSocket: DriverSocket) => void;
type Handler<M> = (message: M, driverId: number, messages: Messages, answer: SendEvent) => Promise<void> | void;

/**
 * The socket.io server for drivers: websocket only, the token in `auth.token`. A socket joins the room of its driver
 * and no other, so what is sent to one driver can never be seen by the next on that connector. No socket takes more
 * than its share: see connection-guard.ts, inbox.ts and open-sockets.ts.
 */
export function createHub(options: HubOptions) {
  const { io, upgrade, callers } = createSocketServer(options);
  const logSampled = createSampledLog(options.log, options.clock);
  const listeners: Listener[] = [];
  const openSockets = new OpenSockets(options.clock);
  admitSockets(io, { ...options, logSampled, callers, openSockets }, (driverSocket) => {
    for (const listen of listeners) listen(driverSocket);
  });

  return {
    upgrade,

    /** To every open socket of one driver, each in its language. */
    send(driverId: number, event: string, payload: (messages: Messages) => unknown): void {
      for (const id of io.sockets.adapter.rooms.get(roomOf(driverId)) ?? []) {
        const socket = io.sockets.sockets.get(id);
        socket?.emit(event, payload((socket.data as DriverSocket).messages));
      }
    },

    /** To every open socket. */
    sendAll(event: string, payload: unknown): void {
      io.emit(event, payload);
    },

    /** To each socket when it opens, if there is anything to say. */
    greet(event: string, payload: () => unknown[]): void {
      listeners.push(({ socket }) => {
        const items = payload();
        if (items.length > 0) socket.emit(event, items);
      });
    },

    /**
     * Answers what sockets emit; what does not fit the schema is ignored, and so is what one socket asks beyond its
     * share. The answer goes to that socket alone.
     */
    on<S extends z.ZodMiniType>(event: string, schema: S, handler: Handler<z.output<S>>): void {
      const answered = answering(event, schema, handler, { log: options.log, logSampled });
      listeners.push((driverSocket) => {
        const { socket, driverId, inbox } = driverSocket;
        socket.on(event, (message: unknown) => {
          if (inbox.take(() => answered(driverSocket, message))) return;
          const text = 'a screen asks too much; some is dropped';
          const facts = { driverId, on: event };
          logSampled('info', { event: 'socket.messages_dropped', message: text, facts, by: String(driverId) });
        });
      });
    },

    /**
     * Calls the listener for each driver whose first socket opens here. The function that it returns is called when the
     * driver's last one has gone.
     */
    onFirstSocket(listener: (driverId: number) => () => void): void {
      openSockets.onFirstSocket = listener;
    },

    /** Closes the sockets of a driver that one token opened, by its hash, or without one all of them. */
    disconnect(driverId: number, tokenHash?: string): void {
      io.in(tokenHash === undefined ? roomOf(driverId) : roomOfToken(tokenHash)).disconnectSockets(true);
    },

    /**
     * Breaks every connection. A client whose connection breaks connects again; one that is told to disconnect does
     * not.
     */
    async close(): Promise<void> {
      io.engine.close();
    },
  };
}

function createSocketServer({ signInWithinMs = SIGN_IN_TIMEOUT_MS, heartbeat = {} }: HubOptions) {
  const io = new Server({
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: signInWithinMs,
    ...heartbeat,
  });
  // One that never listens: upgrades are counted before they come here, and plain requests are none of ours.
  const gate = createServer();
  io.attach(gate);
  const callers = new WeakMap<IncomingMessage, UpgradeCaller>();
  /** Takes an HTTP upgrade for a path under `/socket.io/`. */
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, caller: UpgradeCaller): void => {
    callers.set(request, caller);
    gate.emit('upgrade', request, socket, head);
  };
  return { io, upgrade, callers };
}

interface AdmissionOptions extends Pick<HubOptions, 'authenticate' | 'clock'> {
  logSampled: SampledLog;
  openSockets: OpenSockets;
  /** The caller of each connection's WebSocket request. */
  callers: WeakMap<IncomingMessage, UpgradeCaller>;
}

/** Guards each connection from its first packet, and passes on each socket that signs in. */
function admitSockets(
  io: Server,
  { authenticate, clock, logSampled, callers, openSockets }: AdmissionOptions,
  opened: Listener,
): void {
  const onSignIn = new WeakMap<Socket['conn'], (driverId: number) => void>();
  const connects = new TokenBuckets<number>(CONNECT_RATE, clock);

  io.engine.on('connection', (connection: Socket['conn']) => {
    const { address } = callers.get(connection.request) ?? {};
    const guard = guardConnection(connection, clock, (abuse, driverId) => {
      if (driverId !== undefined) connects.of(driverId).spend(ABUSE_COSTS);
      const message = 'a socket was closed for abuse';
      const facts = { abuse, driverId, address };
      logSampled('warn', { event: 'socket.cut_off', message, facts, by: String(driverId ?? address) });
    });
    onSignIn.set(connection, guard);
  });

  const mayConnect = (driverId: number): boolean => connects.of(driverId).take();
  const welcome = (socket: Socket, driverId: number, token: string): void => {
    socket.data = { socket, driverId, messages: messagesOf(socket), inbox: new Inbox(clock) } satisfies DriverSocket;
    void socket.join([roomOf(driverId), roomOfToken(hashOf(token))]);
  };
  io.use(createSocketSignIn({ authenticate, mayConnect, welcome, logSampled }));

  io.on('connection', (socket) => {
    const driverSocket = socket.data as DriverSocket;
    onSignIn.get(socket.conn)?.(driverSocket.driverId);
    callers.get(socket.request)?.welcome();
    openSockets.add(driverSocket);
    opened(driverSocket);
  });
}

/** Parses one message by its schema and has it answered. Logs errors. */
function answering<S extends z.ZodMiniType>(
  event: string,
  schema: S,
  handler: Handler<z.output<S>>,
  { log, logSampled }: { log: Log; logSampled: SampledLog },
) {
  return async ({ socket, driverId, messages }: DriverSocket, message: unknown): Promise<void> => {
    try {
      const parsed = z.safeParse(schema, message);
      if (!parsed.success || isUnstorable(parsed.data)) return;
      const answer: SendEvent = (name, payload) => socket.emit(name, payload);
      await inWorkload('sockets', () => handler(parsed.data, driverId, messages, answer));
    } catch (error) {
      if (isRefusal(error))
        return log.debug(
          { event: 'socket.message_refused', driverId, on: event, error },
          'a socket message was refused',
        );
      const facts = { driverId, on: event, error };
      logSampled('error', { event: 'socket.message_failed', message: 'a socket message failed', facts, by: event });
    }
  };
}

function roomOf(driverId: number): string {
  return `driver:${driverId}`;
}

/** Uses the token's hash, because names of rooms may be logged. */
function roomOfToken(tokenHash: string): string {
  return `token:${tokenHash}`;
}

function messagesOf(socket: Socket): Messages {
  const asked: unknown = socket.handshake.auth['language'];
  return messagesFor(typeof asked === 'string' ? asked : socket.handshake.headers['accept-language']);
}
