/** The database cannot be reached, does not answer in time, or may not be used by this node now. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * SQLSTATEs that say "not now" rather than "not like this": connection exceptions (08), no resources (53), the operator
 * stops or starts it (57P), a transaction that was left alone or meets a database that only reads (25P03, 25006), and a
 * statement or lock that took longer than it may (57014, 55P03).
 */
const NOT_NOW = /^(08...|53...|57P0.|25P03|25006|57014|55P03)$/;
/** Reasons why PostgreSQL refuses a login. Waiting does not help. */
const NOT_EVER = /^(28...|3D000)$/;
/** The driver's messages for a lost connection, which have no code. */
const GONE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);

/**
 * True if something failed because the database is unavailable. The only place that knows its errors. Other lost
 * connections do not count.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  let isOfStatement = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailable || GONE_MESSAGE.test(cause.message)) return true;
    isOfStatement ||= 'query' in cause && 'params' in cause;
    const { code } = cause as { code?: unknown };
    if (typeof code !== 'string') continue;
    // A socket's code may be anybody's socket, unless it is the cause of a failed statement.
    if ('severity' in cause ? NOT_NOW.test(code) : isOfStatement && SOCKET_CODES.has(code)) return true;
  }
  return false;
}

/** Classifies a failed attempt to connect. A refusal that waiting does not change stays as it is. */
export function connectionError(error: unknown): unknown {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code === 'string' && NOT_EVER.test(code)) return error;
  if (error instanceof DatabaseUnavailable) return error;
  return new DatabaseUnavailable(`The database cannot be reached: ${reasonOf(error)}`, { cause: error });
}

/** A name with several addresses, such as localhost, has an error for each and a message for none. */
function reasonOf(error: unknown): string {
  const reasons = error instanceof AggregateError ? (error.errors as Error[]) : [error as Error];
  return reasons.map(({ message }) => message).join(', ');
}
