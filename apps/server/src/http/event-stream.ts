import { finished, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** One event of server-sent events. The id is what a client that comes back tells as Last-Event-ID. */
export interface ServerEvent {
  event: string;
  id?: string | undefined;
  data: unknown;
}

/** In JSON no line ends within it. */
export const eventText = ({ event, id, data }: ServerEvent): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Keeps the connection and those between alive, and moves the id on. A client sees no event in it. */
export const keepAliveText = (id: string): string => `: still here\nid: ${id}\n\n`;

/**
 * Answers with server-sent events: not cut into larger parts by a proxy, and only as fast as the client reads. `left` is called once
 * whoever listens has gone or the texts have ended.
 */
export function eventStreamOf(reply: FastifyReply, texts: AsyncGenerator<string>, left: () => void): Readable {
  reply.type('text/event-stream').header('x-accel-buffering', 'no');
  finished(reply.raw, left);
  return Readable.from(texts, { highWaterMark: 1 });
}
