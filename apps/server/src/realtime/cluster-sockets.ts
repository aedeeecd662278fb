import * as z from 'zod/mini';
import { subject, type Bus } from '#cluster/bus.ts';
import { hashOf } from '#kernel/ids.ts';
import type { Messages } from '#kernel/messages/en.ts';
import { messagesIn } from '#kernel/messages/messages.ts';
import type { Hub } from './hub.ts';

/** An event for the sockets of one driver, in each language. */
const eventSubject = subject('screens', z.object({ event: z.string(), en: z.unknown(), hi: z.unknown() }));
/** Closes sockets of a driver: those of one sign-in, by the hash of its token, or all. */
const closingSubject = subject('screens-end', z.object({ driverId: z.number(), tokenHash: z.optional(z.string()) }));

export interface ClusterSockets {
  /** To every open socket of one driver, each in its language. */
  send(driverId: number, event: string, payload: (messages: Messages) => unknown): void;
  /** Closes the sockets of a driver that one token opened, or without a token all of them. */
  disconnect(driverId: number, token?: string): void;
}

/**
 * The sockets of drivers on all nodes. A node gets a driver's events only while a socket of that driver is open there.
 */
export function createClusterSockets(hub: Hub, bus: Bus | undefined): ClusterSockets {
  if (!bus)
    return { send: hub.send, disconnect: (driverId, token) => hub.disconnect(driverId, token && hashOf(token)) };
  hub.onFirstSocket((driverId) =>
    bus.subscribe(
      eventSubject,
      ({ event, ...payloads }) => hub.send(driverId, event, ({ language }) => payloads[language]),
      String(driverId),
    ),
  );
  bus.subscribe(closingSubject, ({ driverId, tokenHash }) => hub.disconnect(driverId, tokenHash));

  return {
    send(driverId, event, payload) {
      hub.send(driverId, event, payload);
      const [en, hi] = [payload(messagesIn('en')), payload(messagesIn('hi'))];
      bus.publish(eventSubject, { event, en, hi }, String(driverId));
    },
    disconnect(driverId, token) {
      const tokenHash = token && hashOf(token);
      hub.disconnect(driverId, tokenHash);
      bus.publish(closingSubject, { driverId, ...(tokenHash && { tokenHash }) });
    },
  };
}
