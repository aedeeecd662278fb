import { pino, type DestinationStream, type Logger } from 'pino';
import { traceIds } from './trace.ts';

/** The subject of a log line. Use the narrowest that fits, and add one only if none does. */
export type EventArea =
  // Subjects of the business.
  | 'account'
  | 'staff'
  | 'station'
  | 'vehicle'
  | 'session'
  | 'stop_lead'
  | 'review'
  | 'complaint'
  | 'notification'
  | 'order'
  | 'payment'
  | 'refund'
  | 'invoice'
  | 'ledger'
  // Parties that the server talks to.
  | 'charge_point'
  | 'ocpp'
  | 'payment_provider'
  | 'sms'
  | 'mail'
  | 'push'
  | 'http'
  | 'socket'
  // The server itself.
  | 'bus'
  | 'backup'
  | 'config'
  | 'database'
  | 'event'
  | 'job'
  | 'metrics'
  | 'node'
  | 'process'
  | 'trace';
/** `area.what_happened`: it stays the same, so that alerts can be written on it. */
export type EventCode = `${EventArea}.${string}`;
/** The fields of a line beside its message. */
export type LogFacts = { event: EventCode } & Record<string, unknown>;
type Write = (facts: LogFacts, message: string) => void;

/** A log whose lines all have an event code. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', Write>;

/**
 * The server's log: one JSON object a line on standard error, because standard output belongs to programs. It never has
 * secrets or codes. It has the ids of the current trace.
 */
export function createLog(level: string, to: DestinationStream = pino.destination({ fd: 2, sync: true })): Logger {
  // An error is a line's fact `error`; lines of Fastify's own say `err`.
  const redact = ['req.headers.authorization', 'authorization', 'password', 'token'];
  return pino({ level, redact, serializers: { error: errorOf, err: errorOf }, mixin: () => ({ ...traceIds() }) }, to);
}

/**
 * The error of a failed statement contains its values, with numbers, tokens and codes. Only the statement and the
 * reason are logged.
 */
function errorOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!('query' in error && 'params' in error)) return pino.stdSerializers.err(error);
  return {
    type: error.name,
    query: error.query,
    ...(error.cause instanceof Error && { cause: reasonOf(error.cause) }),
  };
}

function reasonOf(cause: Error & { code?: string }): object {
  return { message: cause.message, code: cause.code, stack: cause.stack };
}
