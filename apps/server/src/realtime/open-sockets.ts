import type { Socket } from 'socket.io';
import { socketEvent } from '@bijli/contract/socket';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { Inbox } from './inbox.ts';

/** A driver's phone, tablet and some tabs. */
const MAX_SOCKETS = 10;
/** A working connection answers a heartbeat by then. */
const SILENT_AFTER_MS = 5 * SECOND_MS;

/** The socket of a driver's open page. */
export interface DriverSocket {
  socket: Socket;
  driverId: number;
  messages: Messages;
  inbox: Inbox;
}

/**
 * The open sockets of drivers, with a maximum for each. The newest is the one that the driver looks at, so another one
 * is closed: one that has not answered a heartbeat for seconds, such as a phone without a network, or else the one
 * whose last request is oldest.
 */
export class OpenSockets {
  /** The sockets of each driver. The driver with the latest request is last. */
  readonly #open = new Map<number, Set<DriverSocket>>();
  /** When a socket was asked whether it is there, until anything comes from it. */
  readonly #askedAt = new WeakMap<DriverSocket, number>();
  readonly #clock: Clock;
  /** Called when a driver's last socket has gone. */
  readonly #ends = new Map<number, () => void>();
  /** Hears of each driver whose first socket opens. */
  onFirstSocket: (driverId: number) => () => void = () => () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(driverSocket: DriverSocket): void {
    const { socket, driverId, inbox } = driverSocket;
    const own = this.#open.get(driverId) ?? new Set();
    this.#open.set(driverId, own.add(driverSocket));
    if (!this.#ends.has(driverId)) this.#ends.set(driverId, this.onFirstSocket(driverId));
    this.#watchHeartbeat(driverSocket);
    socket.onAny(() => {
      if (own.delete(driverSocket)) own.add(driverSocket);
    });
    socket.on('disconnect', () => {
      inbox.close();
      own.delete(driverSocket);
      if (own.size > 0 || this.#open.get(driverId) !== own) return;
      this.#open.delete(driverId);
      this.#ends.get(driverId)?.();
      this.#ends.delete(driverId);
    });
    if (own.size > MAX_SOCKETS) this.#endOneOf(own);
  }

  #watchHeartbeat(driverSocket: DriverSocket): void {
    const { conn } = driverSocket.socket;
    conn.on('packetCreate', ({ type }: { type: string }) => {
      if (type === 'ping') this.#askedAt.set(driverSocket, this.#clock.now().getTime());
    });
    conn.on('packet', () => void this.#askedAt.delete(driverSocket));
  }

  #isSilent(driverSocket: DriverSocket): boolean {
    const askedAtMs = this.#askedAt.get(driverSocket);
    return askedAtMs !== undefined && this.#clock.now().getTime() - askedAtMs >= SILENT_AFTER_MS;
  }

  /** Ends one of them, and tells it why. */
  #endOneOf(own: Set<DriverSocket>): void {
    const [idle] = own;
    const goes = [...own].find((driverSocket) => this.#isSilent(driverSocket)) ?? idle;
    goes?.socket.emit(socketEvent.closing, { reason: 'too_many_screens' });
    goes?.socket.disconnect(true);
  }
}
