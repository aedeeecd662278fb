import type { Messages } from '#kernel/messages/en.ts';

/** A port: sends a socket event to every open screen of one driver, in that screen's language. */
export interface DriverScreens {
  send(driverId: number, event: string, payload: (messages: Messages) => unknown): void;
}
