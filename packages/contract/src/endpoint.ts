import * as z from 'zod/mini';

/** Every answer that is not the one asked for. */
export const refusal = z.object({
  success: z.literal(false),
  /** For the driver's eyes, in the language of Accept-Language. */
  message: z.string(),
  /** For programs: stable, lower case with underscores. */
  code: z.string(),
  /** The figures that hold now, with `order_changed`. */
  facts: z.optional(z.unknown()),
});
export type RefusedReply = z.infer<typeof refusal>;

/** The answer to a call that has nothing more to say. */
export const done = z.object({ success: z.literal(true), message: z.string() });

/** The answer to a call that gives a PDF to keep. */
export const pdf = z.file().check(z.mime(['application/pdf']));

/** The answer to a call that goes on telling, as server-sent events; `event` says what each carries. */
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
 * What a call costs, and so how many of them one network address may make in a minute: what is looked up, what is written
 * down, signing in, and what asks the payment provider; beside the calls, pages, files, what payment providers tell us, and
 * what watches over the server.
 */
export type LimitClass = 'read' | 'write' | 'sign-in' | 'payment' | 'page' | 'file' | 'webhook' | 'health';

/** What every call says, whoever makes it. */
export interface Call {
  method: Method;
  /** Whole path below the host, with `:name` for parts that vary. */
  path: string;
  area: Area;
  limit: LimitClass;
  summary: string;
  /**
   * How a refusal travels. The specification's calls answer every refusal with 200 and `success: false`
   * (`in-body`); our own additions use the ordinary HTTP codes (`by-status`).
   */
  refusals: 'in-body' | 'by-status';
  query?: z.ZodMiniObject;
  params?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  reply: z.ZodMiniType;
  /** The JSON of each event of an `eventStream`. */
  event?: z.ZodMiniType;
}

/** A call of drivers, or of anybody; those of the operator are in `operator.ts`. */
export interface Endpoint extends Call {
  /** A driver's token is needed, or none. */
  caller: 'driver' | 'anyone';
}

export type QueryOf<E extends Call> = E extends { query: infer Q extends z.ZodMiniType } ? z.output<Q> : undefined;
export type ParamsOf<E extends Call> = E extends { params: infer P extends z.ZodMiniType } ? z.output<P> : undefined;
export type BodyOf<E extends Call> = E extends { body: infer B extends z.ZodMiniType } ? z.output<B> : undefined;
export type ReplyOf<E extends Call> = E extends { reply: infer R extends z.ZodMiniType } ? z.output<R> : never;

type CallDescription = Omit<Endpoint, 'method' | 'path' | 'caller' | 'refusals'>;
/** `D` where `F` does not say otherwise. */
type With<D, F> = Omit<D, keyof F> & F;

/** One of the specification's user calls: below /api-v1/user, for a signed-in driver. */
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

/** One of the specification's user calls that needs no sign-in. */
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

/** A call that we added; refusals use HTTP codes. */
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
