import { DatabaseUnavailable } from '#db/database-unavailable.ts';
import { isRefusal } from '#kernel/refusal.ts';

/** What went wrong, as a sentence for the operator: never a statement of SQL with its values. */
export function sentenceFor(error: unknown): string {
  if (isRefusal(error)) return error.sentence('en');
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof DatabaseUnavailable)
    return `${cause.message.replace(/\.$/, '')}. Does it run, and is DATABASE_URL right?`;
  // PostgreSQL's own errors have a severity.
  if ('severity' in cause) return `The database refuses this: ${cause.message}.`;
  const { path } = cause as NodeJS.ErrnoException;
  const reason = /^E[A-Z]+: ([^,]+),/.exec(cause.message)?.[1];
  return path && reason ? `${path}: ${reason}.` : cause.message;
}

/** The error behind those of failed statements. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof Error && 'query' in cause && 'params' in cause && cause.cause) cause = cause.cause;
  return cause;
}
