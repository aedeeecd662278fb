import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@bijli/contract/endpoint';
import { breachesOf } from '@bijli/contract/hold-to';
import { stripOf } from '@bijli/contract/strip';
import type { Messages } from '#kernel/messages/en.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import { addressOf, driverOf, type Authenticate } from './caller.ts';
import { refuse } from './http.failures.ts';

/** What a handler gets: the validated parts of the request, and who asks in which language. */
export interface HttpCall<E extends Endpoint> {
  body: BodyOf<E>;
  query: QueryOf<E>;
  params: ParamsOf<E>;
  /** The signed-in driver; 0 for calls that anyone may make. */
  driverId: number;
  messages: Messages;
  /** As `addressOf` tells it. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers with the endpoint's reply without its `success: true`, or with the reply's bytes when they are kept ready. */
type Handler<E extends Endpoint> = (call: HttpCall<E>) => Promise<Answer<ReplyOf<E>> | Buffer>;
type Answer<R> = R extends { success: true } ? Omit<R, 'success'> : R;

export interface Http {
  /** For what is no endpoint of the contract: webhooks, redirects, files. */
  app: FastifyInstance;
  /** Serves an endpoint of the contract. */
  serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /** Names of the endpoints now served, as `METHOD path`. */
  served: string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refusals of this route travel with 200 (the specification's calls). */
    refusalsInBody?: boolean;
  }
}

/**
 * The one way to serve an endpoint: checks input by the contract, finds the caller, hands over. What the contract does not
 * know of a reply is not sent. `checksReplies` holds every reply to the contract; it halves throughput and is for tests.
 */
export function createHttp(app: FastifyInstance, authenticate: Authenticate, checksReplies: boolean): Http {
  const served: string[] = [];
  return {
    app,
    served,
    serve(endpoint, handler) {
      served.push(`${endpoint.method} ${endpoint.path}`);
      const strip = stripOf(endpoint.reply);
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { refusalsInBody: endpoint.refusals === 'in-body', limit: endpoint.limit },
        async handler(request, reply) {
          const driverId = endpoint.caller === 'driver' ? await driverOf(request, authenticate) : 0;
          const call = {
            body: read(endpoint.body, request.body ?? {}),
            query: read(endpoint.query, request.query),
            params: read(endpoint.params, request.params),
            driverId,
            messages: messagesFor(request.headers['accept-language']),
            address: addressOf(request),
            request,
            reply,
          } as HttpCall<typeof endpoint>;
          const answer = await handler(call);
          if (Buffer.isBuffer(answer) || reply.sent) return answer;
          const body = announcesSuccess(endpoint) ? { success: true, ...(answer as object) } : answer;
          if (checksReplies) checkReply(endpoint, body);
          return strip(body);
        },
      });
    },
  };
}

/** Throws when a reply is not what the contract says of it, a field too many included. */
function checkReply({ method, path, reply }: Endpoint, body: unknown): void {
  const breaches = breachesOf(reply, body);
  if (breaches.length > 0) throw new Error(`${method} ${path} breaks the contract: ${breaches.join('; ')}`);
}

function announcesSuccess(endpoint: Endpoint): boolean {
  return endpoint.reply instanceof z.ZodMiniObject && 'success' in endpoint.reply.shape;
}

function read(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value);
  // No text of ours holds one, and PostgreSQL takes none.
  if (result.success && holdsNul(result.data)) return refuse('bad_request', { problem: 'it holds a NUL character' });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  return refuse('bad_request', {
    problem: `${issue?.path.join('.') || 'the request'} ${issue?.message.toLowerCase() ?? ''}`.trim(),
  });
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);
}
