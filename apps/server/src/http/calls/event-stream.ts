import { finished, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A server-sent event. A client that reconnects sends the last id as Last-Event-ID. */
export interface ServerEvent {
  event: string;
  id?: string | undefined;
  data: unknown;
}

/** JSON contains no line breaks, so `data` is one line. */
export const eventText = ({ event, id, data }: ServerEvent): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Keeps the connection and proxies on the way alive, and updates the last id. Clients see no event in it. */
export const keepAliveText = (id: string): string => `: still here\nid: ${id}\n\n`;

/**
 * Answers with server-sent events, as fast as the client reads. Proxies must not buffer them. `left` is called once,
 * when the client has gone or the texts have ended.
 */
export function eventStreamOf(reply: FastifyReply, texts: AsyncGenerator<string>, left: () => void): Readable {
  reply.type('text/event-stream').header('x-accel-buffering', 'no');
  finished(reply.raw, left);
  return Readable.from(texts, { highWaterMark: 1 });
}
