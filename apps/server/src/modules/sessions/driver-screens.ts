import type { Messages } from '#kernel/messages/en.ts';

/** Port that sends a socket event to every open screen of a driver, in the language of each screen. */
export interface DriverScreens {
  send(driverId: number, event: string, payload: (messages: Messages) => unknown): void;
}
