import * as z from 'zod/mini';

/** The body of every refusal. */
export const refusal = z.object({
  success: z.literal(false),
  /** A sentence for the driver, in the language of Accept-Language. */
  message: z.string(),
  /** A stable code for programs: lower case with underscores. */
  code: z.string(),
  /** The present figures, sent with `order_changed`. */
  facts: z.optional(z.unknown()),
});
export type RefusedReply = z.infer<typeof refusal>;

/** The answer of a call that returns nothing else. */
export const done = z.object({ success: z.literal(true), message: z.string() });

/** The answer of a call that returns a PDF. */
export const pdf = z.file().check(z.mime(['application/pdf']));

/** The answer of a call that streams server-sent events. `event` is the schema of each. */
export const eventStream = z.file().check(z.mime(['text/event-stream']));

export type Method = 'GET' | 'POST' | 'DELETE';
export type Area =
  | 'accounts'
  | 'stations'
  | 'vehicles'
  | 'wallet'
  | 'charging'
  | 'reviews'
  | 'complaints'
  | 'notifications'
  | 'storefront'
  | 'operations'
  | 'staff';

/**
 * The cost class of a call. It decides how many of these calls one network address may make in a minute. Calls are
 * `read`, `write`, `sign-in` or `payment`. The other classes are for pages, files, webhooks of payment providers, and
 * monitoring.
 */
export type LimitClass = 'read' | 'write' | 'sign-in' | 'payment' | 'page' | 'file' | 'webhook' | 'health';

/** What every call defines, whoever may call it. */
export interface Call {
  method: Method;
  /** The whole path after the host, with `:name` for variable parts. */
  path: string;
  area: Area;
  limit: LimitClass;
  summary: string;
  /**
   * How a refusal is sent. The calls of the specification answer a refusal with 200 and `success: false` (`in-body`).
   * Calls that we added use HTTP codes (`by-status`).
   */
  refusals: 'in-body' | 'by-status';
  query?: z.ZodMiniObject;
  params?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  reply: z.ZodMiniType;
  /** The JSON of each event of an `eventStream`. */
  event?: z.ZodMiniType;
}

/** A call of drivers or of anyone. Calls of the operator are in `operator.ts`. */
export interface Endpoint extends Call {
  /** `driver`: needs a driver's token. `anyone`: needs none. */
  caller: 'driver' | 'anyone';
}

export type QueryOf<E extends Call> = E extends { query: infer Q extends z.ZodMiniType } ? z.output<Q> : undefined;
export type ParamsOf<E extends Call> = E extends { params: infer P extends z.ZodMiniType } ? z.output<P> : undefined;
export type BodyOf<E extends Call> = E extends { body: infer B extends z.ZodMiniType } ? z.output<B> : undefined;
export type ReplyOf<E extends Call> = E extends { reply: infer R extends z.ZodMiniType } ? z.output<R> : never;

type CallDescription = Omit<Endpoint, 'method' | 'path' | 'caller' | 'refusals'>;
/** The type `D` with the fields that `F` replaces. */
type With<D, F> = Omit<D, keyof F> & F;

/** Defines a call of the specification below /api-v1/user, for a signed-in driver. */
export function driverCall<const M extends Method, const F extends CallDescription>(
  method: M,
  path: string,
  description: F,
) {
  return { ...description, method, path: `/api-v1/user${path}`, caller: 'driver', refusals: 'in-body' } as F & {
    method: M;
    path: string;
    caller: 'driver';
    refusals: 'in-body';
  };
}

/** Defines a call of the specification below /api-v1/user that needs no sign-in. */
export function openCall<const M extends Method, const F extends CallDescription>(
  method: M,
  path: string,
  description: F,
) {
  return { ...driverCall(method, path, description), caller: 'anyone' } as F & {
    method: M;
    path: string;
    caller: 'anyone';
    refusals: 'in-body';
  };
}

/** Defines a call that we added. Its refusals use HTTP codes. */
export function ownCall<const M extends Method, const F extends CallDescription & Partial<Pick<Endpoint, 'caller'>>>(
  method: M,
  path: string,
  description: F,
) {
  return { caller: 'driver', ...description, method, path, refusals: 'by-status' } as With<{ caller: 'driver' }, F> & {
    method: M;
    path: string;
    refusals: 'by-status';
  };
}
