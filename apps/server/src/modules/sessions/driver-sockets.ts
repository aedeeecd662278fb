import type { Messages } from '#kernel/messages/en.ts';

/** Port that sends a socket event to every open socket of a driver, in the language of each socket. */
export interface DriverSockets {
  send(driverId: number, event: string, payload: (messages: Messages) => unknown): void;
}
