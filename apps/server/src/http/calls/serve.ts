import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@bijli/contract/endpoint';
import type { Messages } from '#kernel/messages/en.ts';
import { driverIfAny, driverOf, driverWith, type Authenticate } from '../caller.ts';
import { answerer, parseRequest, type HandlerAnswer } from './request-reply.ts';

/** What a handler gets: the validated parts of the request, the caller and the language. */
export interface HttpCall<E extends Endpoint> {
  body: BodyOf<E>;
  query: QueryOf<E>;
  params: ParamsOf<E>;
  /** The signed-in driver's id. Calls that anyone may make have none: see `driverIfAny`. */
  driverId: E['caller'] extends 'driver' ? number : undefined;
  messages: Messages;
  /** The caller's address, from `addressOf`. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returns the endpoint's reply without its `success: true`, or the prepared bytes of the reply. */
type Handler<E extends Endpoint> = (call: HttpCall<E>) => Promise<HandlerAnswer<E>>;

export interface Http {
  /** For routes outside the contract: webhooks, redirects, files. */
  app: FastifyInstance;
  /** Serves an endpoint of the contract. */
  serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /** The driver who calls an endpoint that anyone may call. Undefined if nobody is signed in. */
  driverIfAny(request: FastifyRequest): Promise<number | undefined>;
  /** The driver whose token this is. Undefined for an empty or invalid one. */
  driverWith(token: string): Promise<number | undefined>;
  /** Names of the endpoints now served, as `METHOD path`. */
  served: string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refusals of this route are sent with 200, as the specification requires. */
    refusalsInBody?: boolean;
  }
}

/**
 * The only way to serve an endpoint of drivers and the shop (those of staff: `http/calls/operator.ts`): checks the
 * input against the contract, finds the caller, calls the handler. Fields that the contract does not know are not sent.
 * `checksReplies` checks every reply against the contract; it halves throughput and is for tests.
 */
export function createHttp(app: FastifyInstance, authenticate: Authenticate, checksReplies: boolean): Http {
  const served: string[] = [];
  return {
    app,
    served,
    driverIfAny: (request) => driverIfAny(request, authenticate),
    driverWith: (token) => driverWith(token, authenticate),
    serve(endpoint, handler) {
      served.push(`${endpoint.method} ${endpoint.path}`);
      const send = answerer(endpoint, checksReplies);
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { refusalsInBody: endpoint.refusals === 'in-body', limit: endpoint.limit },
        async handler(request, reply) {
          const driverId = endpoint.caller === 'driver' ? await driverOf(request, authenticate) : undefined;
          const call = { ...parseRequest(endpoint, request), driverId, request, reply } as HttpCall<typeof endpoint>;
          return send(await handler(call), reply);
        },
      });
    },
  };
}
