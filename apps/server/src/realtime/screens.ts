import type { Socket } from 'socket.io';
import { socketEvent } from '@bijli/contract/socket';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { Inbox } from './inbox.ts';

/** A driver's phone, tablet and some tabs. */
const MAX_SCREENS = 10;
/** A working connection answers a heartbeat by then. */
const SILENT_AFTER_MS = 5 * SECOND_MS;

/** A driver's open page. */
export interface Screen {
  socket: Socket;
  driverId: number;
  messages: Messages;
  inbox: Inbox;
}

/**
 * The open screens of drivers, with a maximum for each. The newest is the one in the driver's hand, so another one is closed: one that
 * has not answered a heartbeat for seconds, such as a phone without a network, or else the one whose last request is oldest.
 */
export class OpenScreens {
  /** The screens of each driver. The driver with the latest request is last. */
  readonly #open = new Map<number, Set<Screen>>();
  /** When a screen was asked whether it is there, until anything comes from it. */
  readonly #askedAt = new WeakMap<Screen, number>();
  readonly #clock: Clock;
  /** Called when a driver's last screen has gone. */
  readonly #ends = new Map<number, () => void>();
  /** Hears of each driver whose first screen opens. */
  onLook: (driverId: number) => () => void = () => () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(screen: Screen): void {
    const { socket, driverId, inbox } = screen;
    const own = this.#open.get(driverId) ?? new Set();
    this.#open.set(driverId, own.add(screen));
    if (!this.#ends.has(driverId)) this.#ends.set(driverId, this.onLook(driverId));
    this.#watchHeartbeat(screen);
    socket.onAny(() => {
      if (own.delete(screen)) own.add(screen);
    });
    socket.on('disconnect', () => {
      inbox.close();
      own.delete(screen);
      if (own.size > 0 || this.#open.get(driverId) !== own) return;
      this.#open.delete(driverId);
      this.#ends.get(driverId)?.();
      this.#ends.delete(driverId);
    });
    if (own.size > MAX_SCREENS) this.#endOneOf(own);
  }

  #watchHeartbeat(screen: Screen): void {
    const { conn } = screen.socket;
    conn.on('packetCreate', ({ type }: { type: string }) => {
      if (type === 'ping') this.#askedAt.set(screen, this.#clock.now().getTime());
    });
    conn.on('packet', () => void this.#askedAt.delete(screen));
  }

  #isSilent(screen: Screen): boolean {
    const askedAtMs = this.#askedAt.get(screen);
    return askedAtMs !== undefined && this.#clock.now().getTime() - askedAtMs >= SILENT_AFTER_MS;
  }

  /** Ends one of them, and tells it why. */
  #endOneOf(own: Set<Screen>): void {
    const [idle] = own;
    const goes = [...own].find((screen) => this.#isSilent(screen)) ?? idle;
    goes?.socket.emit(socketEvent.closing, { reason: 'too_many_screens' });
    goes?.socket.disconnect(true);
  }
}
