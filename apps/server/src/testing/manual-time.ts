import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import { TestClock } from '#kernel/clock.ts';
import { SECOND_MS, MINUTE_MS, DAY_MS } from '#kernel/durations.ts';
import { testApp, type TestApp } from './app.ts';

/** Work in this process appears in the counters within this many turns of the event loop. */
const QUIET_TURNS = 4;
/** In real time. Work that goes on for so long without a byte being read hangs. */
const COME_TO_REST_TIMEOUT_MS = 15 * SECOND_MS;
const MAX_WAIT_MS = DAY_MS;

/** Both ends of every connection inside this process, and our ends of the others. */
const sockets = new Set<Socket>();
const peers = new WeakMap<Socket, Socket>();
/** Sockets whose other end was not found, each with the number of connections at that time. */
const alone = new WeakMap<Socket, number>();
let opened = 0;
for (const channel of ['net.client.socket', 'net.server.socket']) {
  subscribe(channel, (message) => {
    const { socket } = message as { socket: Socket };
    sockets.add(socket);
    opened += 1;
    socket.once('close', () => sockets.delete(socket));
  });
}

function peerOf(socket: Socket): Socket | undefined {
  const known = peers.get(socket);
  if (known || alone.get(socket) === opened) return known;
  for (const other of sockets) {
    if (other.localPort !== socket.remotePort || other.remotePort !== socket.localPort) continue;
    peers.set(socket, other);
    return other;
  }
  alone.set(socket, opened);
  return undefined;
}

/** Says what is still on its way between two sockets in this process. Undefined if everything written was read. */
function onTheWay(): string | undefined {
  for (const socket of sockets) {
    if (socket.connecting) return 'a connection is being made';
    const peer = peerOf(socket);
    if (!peer || (socket.destroyed && peer.destroyed)) continue;
    const name = `${socket.localPort} to ${socket.remotePort}`;
    if (socket.destroyed !== peer.destroyed) return `${name}: one end is closed`;
    if (socket.bytesWritten !== peer.bytesRead)
      return `${name}: ${socket.bytesWritten} written, ${peer.bytesRead} read`;
  }
  return undefined;
}

function bytesRead(): number {
  let sum = 0;
  for (const socket of sockets) sum += socket.bytesRead;
  return sum;
}

export interface ManualTime {
  /** Settles when nothing more can happen until time passes or a test does something. */
  settled(): Promise<void>;
  /** Lets time pass from one due timer to the next. The consequences of each timer settle before the next one runs. */
  advance(ms: number): Promise<void>;
  /** Lets time pass until a promise settles, for at most a day, and returns its result. */
  until<T>(promise: Promise<T>): Promise<T>;
}

/**
 * Moves one clock for the server and the simulated charge points, while sockets and the database are real. To know
 * whether everything has settled, it counts the bytes of each connection in this process and the connections that the
 * pool has lent out.
 */
export function manualTime(clock: TestClock, pool?: Pool): ManualTime {
  function busy(): string | undefined {
    const lent = pool ? pool.totalCount - pool.idleCount + pool.waitingCount : 0;
    return lent > 0 ? `the database works on ${lent}` : onTheWay();
  }

  async function settled(): Promise<void> {
    let since = performance.now();
    let before = 0;
    for (let quiet = 0; quiet < QUIET_TURNS;) {
      await immediate();
      const why = busy();
      quiet = why ? 0 : quiet + 1;
      if (!why) continue;
      const read = bytesRead();
      if (read !== before) since = performance.now();
      else if (performance.now() - since > COME_TO_REST_TIMEOUT_MS) throw new Error(`Nothing comes to rest: ${why}.`);
      before = read;
    }
  }

  /** Moves the clock to the next due timer, if one is due within this time. Returns by how much it moved. */
  async function step(maxMs: number): Promise<number> {
    const ms = Math.min(clock.nextDueInMs ?? maxMs, maxMs);
    clock.advance(ms);
    await settled();
    return ms;
  }

  return {
    settled,

    async advance(ms) {
      await settled();
      const end = clock.now().getTime() + ms;
      do await step(end - clock.now().getTime());
      while (clock.now().getTime() < end);
    },

    async until(promise) {
      const end = clock.now().getTime() + MAX_WAIT_MS;
      let pending = true;
      const watched = promise.finally(() => {
        pending = false;
      });
      // Whoever awaits the result gets the failure. This line only prevents an unhandled rejection.
      watched.catch(() => undefined);
      const goesOn = (): boolean => pending && clock.now().getTime() < end;
      await settled();
      while (goesOn()) await step(end - clock.now().getTime());
      if (pending) throw new Error('A day went by and it did not happen.');
      return watched;
    },
  };
}

/**
 * Starts the whole server and its simulated charge points on one clock that a test moves. Background jobs run at most
 * once a minute, because each run has to settle. `minIntervalMs: 0` lets each job run at its own interval.
 */
export async function timedApp({
  start = '2026-11-20T10:00:00Z',
  minIntervalMs = MINUTE_MS,
  ...more
}: {
  start?: string;
  /** Background jobs run at most once in this time. */
  minIntervalMs?: number;
} & Pick<NonNullable<Parameters<typeof testApp>[0]>, 'env' | 'chargers' | 'log'> = {}): Promise<
  TestApp & { clock: TestClock; time: ManualTime }
> {
  const clock = new TestClock(start, { minIntervalMs });
  const stack = await testApp({ clock, chargePointClock: clock, ...more });
  return { ...stack, clock, time: manualTime(clock, stack.app.database.$client) };
}
