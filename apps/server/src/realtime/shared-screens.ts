import * as z from 'zod/mini';
import { subject, type Bus } from '#cluster/bus.ts';
import { hashOf } from '#kernel/ids.ts';
import type { Messages } from '#kernel/messages/en.ts';
import { messagesIn } from '#kernel/messages/messages.ts';
import type { Hub } from './hub.ts';

/** An event for the screens of one driver, in each language. */
const screenEvent = subject('screens', z.object({ event: z.string(), en: z.unknown(), hi: z.unknown() }));
/** Closes screens of a driver: those of one sign-in, by the hash of its token, or all. */
const screensEnd = subject('screens-end', z.object({ driverId: z.number(), tokenHash: z.optional(z.string()) }));

export interface Screens {
  /** To every open screen of one driver, each in its language. */
  send(driverId: number, event: string, payload: (messages: Messages) => unknown): void;
  /** Ends the screens of a driver that one token opened, or without a token all of them. */
  disconnect(driverId: number, token?: string): void;
}

/** The screens of drivers on all nodes. A node gets a driver's events only while a screen of that driver is open there. */
export function createSharedScreens(hub: Hub, bus: Bus | undefined): Screens {
  if (!bus)
    return { send: hub.send, disconnect: (driverId, token) => hub.disconnect(driverId, token && hashOf(token)) };
  hub.onLook((driverId) =>
    bus.hear(
      screenEvent,
      ({ event, ...payloads }) => hub.send(driverId, event, ({ language }) => payloads[language]),
      String(driverId),
    ),
  );
  bus.hear(screensEnd, ({ driverId, tokenHash }) => hub.disconnect(driverId, tokenHash));

  return {
    send(driverId, event, payload) {
      hub.send(driverId, event, payload);
      const [en, hi] = [payload(messagesIn('en')), payload(messagesIn('hi'))];
      bus.tell(screenEvent, { event, en, hi }, String(driverId));
    },
    disconnect(driverId, token) {
      const tokenHash = token && hashOf(token);
      hub.disconnect(driverId, tokenHash);
      bus.tell(screensEnd, { driverId, ...(tokenHash && { tokenHash }) });
    },
  };
}
