import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  type QueryFilters,
  queryOptions,
  type QueryObserverResult,
} from '@tanstack/react-query';
import type { CallName } from '@bijli/contract/api';
import { ask, type InputOf, type Reply } from './client.ts';

/** Options of a query that makes the call. Its key is the call's name and input. */
export function queryOf<N extends CallName>(name: N, input: InputOf<N>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => ask(name, input, signal),
  });
}

/** Meta of a query or mutation whose screen says that there is no connection, a query also without an older answer. */
export const SAYS_NO_NETWORK = { saysNoNetwork: true };

/** Calls with paged lists. */
type ListCall = {
  [N in CallName]: InputOf<N> extends { query?: { cursor?: string | undefined } } ? N : never;
}[CallName];
/** The answers of all pages that are shown. */
export type Pages<N extends ListCall> = InfiniteData<Reply<N>, string>;

/** Like `queryOf`, for a list with `limit` rows a page. `nextOf` finds the cursor in an answer. */
export function pagedQueryOf<N extends ListCall>(
  name: N,
  input: InputOf<N>,
  { rows, nextOf }: { rows: number; nextOf: (answer: Reply<N>) => string | undefined },
) {
  return infiniteQueryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal, pageParam }) => {
      const { query } = input as { query?: Record<string, string> };
      const page = { limit: String(rows), ...(pageParam && { cursor: pageParam }) };
      return ask(name, { ...(input as object), query: { ...query, ...page } } as InputOf<N>, signal);
    },
    initialPageParam: '',
    getNextPageParam: nextOf,
  });
}

const onTheirWay = new Map<string, Promise<unknown>>();

/** A second tap before the button is busy gets the answer of the first. */
function askOnce<N extends CallName>(name: N, input: InputOf<N>): Promise<Reply<N>> {
  const key = JSON.stringify([name, input]);
  const asking = (onTheirWay.get(key) ?? ask(name, input).finally(() => onTheirWay.delete(key))) as Promise<Reply<N>>;
  onTheirWay.set(key, asking);
  return asking;
}

export interface MutationOptions {
  /** Shows the server's message on success. */
  shouldAnnounce?: boolean;
  /** Shows no message on a failure, because the screen does. */
  isQuiet?: boolean;
  /** Shows no message without a connection, because the screen does. */
  saysNoNetwork?: boolean;
  /** Refusals, or only these codes, are shown at the field. Other failures are shown as a toast. */
  atField?: boolean | readonly string[];
}

/** Options of a mutation that makes the call. A failure is shown as a toast unless it is `isQuiet`. */
export function mutation<N extends CallName>(name: N, options: MutationOptions = {}) {
  return {
    mutationKey: [name],
    mutationFn: (input: InputOf<N>) => askOnce(name, input),
    networkMode: 'always' as const,
    meta: { ...options },
  };
}

/** Fetches all answers of these calls again. */
export function refresh(queries: QueryClient, ...names: CallName[]): Promise<unknown> {
  return invalidate(queries, names);
}

/** Fetches only answers again that are older than their query allows. */
export function refreshStale(queries: QueryClient, ...names: CallName[]): Promise<unknown> {
  return invalidate(queries, names, { stale: true });
}

function invalidate(queries: QueryClient, names: CallName[], which: QueryFilters = {}): Promise<unknown> {
  return Promise.all(names.map((name) => queries.invalidateQueries({ ...which, queryKey: [name] })));
}

/**
 * Resolves with the query's answer when none of its requests is running. A newer request may replace the one that was
 * waited for.
 */
export async function latestAnswer<T>(query: QueryObserverResult<T>): Promise<T | undefined> {
  let latest = query;
  while (latest.isFetching) latest = await latest.refetch({ cancelRefetch: false });
  return latest.data;
}
