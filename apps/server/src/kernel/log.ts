import { pino, type Logger } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** The server's log: one JSON object a line on standard error, which leaves standard output to programs. Secrets and codes never go in. */
export function createLog(level: string): Logger {
  const redact = ['req.headers.authorization', 'authorization', 'password', 'token'];
  const serializers = { error: pino.stdSerializers.err };
  return pino({ level, redact, serializers }, pino.destination({ fd: 2, sync: true }));
}
