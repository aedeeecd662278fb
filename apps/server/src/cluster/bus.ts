import * as z from 'zod/mini';
import type { Log } from '#kernel/log.ts';
import { traced, traceHere } from '#kernel/trace.ts';
import type { BusTransport } from './transport.ts';

/** A message that nodes send to each other; a key limits who receives it. Created by `subject`. */
export interface BusSubject<Message> {
  readonly name: string;
  readonly schema: z.ZodMiniType<Message>;
}

/** A request of one node to another. Created by `question`. */
export interface BusQuestion<Request, Answer> {
  readonly name: string;
  readonly request: z.ZodMiniType<Request>;
  readonly answer: z.ZodMiniType<Answer>;
}

/**
 * The result of a request. `nobody`: nobody listens, which is known at once. `silent`: no answer arrived in time, so
 * its result is unknown.
 */
export type BusReply<Answer> = { kind: 'answer'; answer: Answer } | { kind: 'nobody' } | { kind: 'silent' };

export type Bus = ReturnType<typeof createBus>;

export function subject<Message>(name: string, schema: z.ZodMiniType<Message>): BusSubject<Message> {
  return { name, schema };
}

export function question<Request, Answer>(
  name: string,
  schemas: { request: z.ZodMiniType<Request>; answer: z.ZodMiniType<Answer> },
): BusQuestion<Request, Answer> {
  return { name, ...schemas };
}

const envelope = z.object({
  from: z.string(),
  body: z.unknown(),
  /** The trace step in which it was sent. */
  trace: z.optional(z.string()),
});
interface ReceivedMessage<Body> {
  from: string;
  body: Body;
  trace?: string | undefined;
}

/**
 * Messages and requests between the nodes of one database. A message may be lost, doubled or late, so state and money
 * never depend on it; the database has them. A node does not receive its own messages.
 */
export function createBus(transport: BusTransport, nodeId: string, log: Log) {
  const addressOf = ({ name }: { name: string }, key?: string): string =>
    // Dots and characters between them have a meaning on the bus, so the key is encoded.
    key === undefined ? name : `${name}.${Buffer.from(key).toString('base64url')}`;
  const write = (body: unknown): string => JSON.stringify({ from: nodeId, body, trace: traceHere() });

  /** Parses a message. Undefined if it is our own or invalid. */
  function read<Body>(text: string, schema: z.ZodMiniType<Body>, on: string): ReceivedMessage<Body> | undefined {
    try {
      const { from, body, trace } = z.parse(envelope, JSON.parse(text));
      return from === nodeId ? undefined : { from, body: z.parse(schema, body), trace };
    } catch (error) {
      log.warn({ event: 'bus.message_not_understood', on, error }, 'a message from another node was invalid');
      return undefined;
    }
  }

  return {
    nodeId,

    /** Returns why the bus is not usable now. Undefined if it is. */
    problem: (): string | undefined => transport.problem(),

    /** Calls back each time the bus is usable again, because messages may have been missed. */
    onBack: (listener: () => void): void => transport.onBack(listener),

    /** Sends a message to all other nodes that listen. */
    publish<Message>(about: BusSubject<Message>, message: Message, key?: string): void {
      transport.publish(addressOf(about, key), write(message));
    },

    /** Listens for messages. Returns a function that ends it. */
    subscribe<Message>(
      about: BusSubject<Message>,
      listener: (message: Message, from: string) => unknown,
      key?: string,
    ) {
      return transport.subscribe(addressOf(about, key), (text) => {
        const message = read(text, about.schema, about.name);
        if (!message) return;
        const failed = (error: unknown): void =>
          log.error(
            { event: 'bus.listener_failed', on: about.name, error },
            'a message from another node could not be handled',
          );
        new Promise((resolve) => resolve(listener(message.body, message.from))).catch(failed);
      });
    },

    /** Sends a request to the node that answers for the key. Never rejects. */
    async ask<Request, Answer>(
      about: BusQuestion<Request, Answer>,
      key: string,
      request: Request,
      withinMs: number,
    ): Promise<BusReply<Answer>> {
      const reply = await traced(`ask ${about.name}`, { kind: 'asks' }, () =>
        transport.ask(addressOf(about, key), write(request), withinMs),
      );
      if (reply.kind !== 'answer') return reply;
      const message = read(reply.text, about.answer, about.name);
      return message ? { kind: 'answer', answer: message.body } : { kind: 'silent' };
    },

    /** Answers requests for the key. Returns a function that ends it. A failed handler sends no answer. */
    answer<Request, Answer>(
      about: BusQuestion<Request, Answer>,
      key: string,
      handle: (request: Request, from: string) => Promise<Answer>,
    ) {
      return transport.answer(addressOf(about, key), async (text) => {
        const message = read(text, about.request, about.name);
        if (!message) return undefined;
        try {
          const { body, from, trace } = message;
          const options = { kind: 'asked', under: trace } as const;
          return write(await traced(`answer ${about.name}`, options, () => handle(body, from)));
        } catch (error) {
          log.error({ event: 'bus.answer_failed', on: about.name, error }, 'a request from another node failed');
          return undefined;
        }
      });
    },

    close: (): Promise<void> => transport.close(),
  };
}
