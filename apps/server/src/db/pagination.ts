import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { MAX_ROWS_LISTED } from '@bijli/contract/paging';

/** A row's position in a list with the newest first: its time in milliseconds, and a key for rows of the same time. */
export interface PagePosition {
  at: Date;
  id: string;
}

/** A page of a list: at most `limit` rows after a position. */
export interface Page {
  limit: number;
  after: PagePosition | undefined;
}

/** Reads the contract's `pageQuery`. */
export function pageOf({ cursor, limit }: { cursor?: string | undefined; limit?: string | undefined }): Page {
  const [at = '', id = ''] = cursor?.split(/_(.*)/, 2) ?? [];
  return {
    limit: limit === undefined ? MAX_ROWS_LISTED : Number(limit),
    after: cursor === undefined ? undefined : { at: new Date(Number(at)), id },
  };
}

/** The condition for rows after the page's position. Undefined without a position. */
export function isAfterCursor({ after }: Page, at: SQLWrapper, id: SQLWrapper): SQL | undefined {
  return after && sql`(${at}, ${inBytes(id)}) < (${after.at.toISOString()}::timestamptz, ${after.id})`;
}

/** An id as the sort key of rows with the same time. Sorts as JavaScript does, whatever the database's language. */
export function inBytes(id: SQLWrapper): SQL {
  return sql`(${id})::text collate "C"`;
}

/** The number of rows to query: one more than the page has, to know whether more follow. */
export function rowsFor({ limit }: Page): number {
  return limit + 1;
}

/** The rows of the page among the `candidates` that were read, and the cursor of the next page. */
export function takePage<T>(
  candidates: readonly T[],
  { limit }: Page,
  positionOf: (row: T) => PagePosition,
): { rows: T[]; next?: string } {
  const rows = candidates.slice(0, limit);
  const last = rows.at(-1);
  if (candidates.length <= limit || !last) return { rows };
  const { at, id } = positionOf(last);
  return { rows, next: `${at.getTime()}_${id}` };
}

/** Compares two positions for a list with the newest first. */
export function newestFirst(one: PagePosition, other: PagePosition): number {
  const byTime = other.at.getTime() - one.at.getTime();
  if (byTime !== 0) return byTime;
  return one.id < other.id ? 1 : -1;
}
