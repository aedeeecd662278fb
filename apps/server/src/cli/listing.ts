import { UsageError } from './arguments.ts';

/** Returns the number of rows that `--limit` asks for. Throws UsageError. */
export function limitFrom(text: string | undefined, usual: number, max = Number.POSITIVE_INFINITY): number {
  const limit = Number(text ?? usual);
  if (Number.isInteger(limit) && limit >= 1 && limit <= max) return limit;
  throw new UsageError(`--limit must be a whole number ${max === Infinity ? 'above 0' : `from 1 to ${max}`}.`);
}

/** The line below a list of the newest rows, which says that there may be more. */
export const belowNewest = (count: number, limit: number, what: string): string => below('newest', count, limit, what);

/** The line below a list of the oldest rows, which says that there may be more. */
export const belowOldest = (count: number, limit: number, what: string): string => below('oldest', count, limit, what);

function below(first: 'newest' | 'oldest', count: number, limit: number, what: string): string {
  return count === limit ? `The ${first} ${limit} ${what}; --limit shows more.` : `${count} ${what}.`;
}

/** Keeps a text from outside on one line, and removes characters that would control the terminal. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
