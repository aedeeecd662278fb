import { pino, type DestinationStream, type Logger } from 'pino';
import { traceIds } from './trace.ts';

/** What a line of the log is about, one thing of it: take the narrowest that fits, a new one only where none does. */
export type EventArea =
  // What the business deals with.
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
  // Whom the server talks to.
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
/** What a line says besides its sentence. */
export type LogFacts = { event: EventCode } & Record<string, unknown>;
type Write = (facts: LogFacts, message: string) => void;

/** A log each of whose lines has its event code. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', Write>;

/** The server's log: one JSON object a line on standard error, which leaves standard output to programs. Secrets and codes never go in; of a trace under way its ids do. */
export function createLog(level: string, to: DestinationStream = pino.destination({ fd: 2, sync: true })): Logger {
  // An error is a line's fact `error`; lines of Fastify's own say `err`.
  const redact = ['req.headers.authorization', 'authorization', 'password', 'token'];
  return pino({ level, redact, serializers: { error: errorOf, err: errorOf }, mixin: () => ({ ...traceIds() }) }, to);
}

/** A failed statement tells its values, and with them numbers, tokens and codes: only the statement and the reason are kept. */
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
