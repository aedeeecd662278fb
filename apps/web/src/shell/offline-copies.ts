import type { Query, QueryClient } from '@tanstack/react-query';
import type { CallName } from '@bijli/contract/api';
import { LAST_METER } from '#api/last-meter.ts';
import { forgetAllCopies, type Copy, forgetCopies, keepCopies, storedCopies } from '#device/copies.ts';
import { DAY_MS } from '#device/durations.ts';
import { storedUser } from '#device/stored-user.ts';
import { buildOnScreen } from './fresh-build.ts';

/** Answers that a driver may want to read without a network, and how many of each: of several the latest. */
const COPIES_PER_CALL = new Map<unknown, number>(
  Object.entries({
    chargingStation: 4,
    localities: 1,
    getCharger: 8,
    getOngoingCharging: 2,
    [LAST_METER]: 1,
    paymentDetails: 8,
    chargingSessionList: 1,
    savedBookmarks: 1,
    getWallet: 1,
    getProfile: 1,
    listNotifications: 1,
    clientConfig: 1,
  } satisfies Partial<Record<CallName | typeof LAST_METER, number>>),
);
/** Answers come in bunches. */
const GATHER_MS = 500;
/** Written whole again for each station in them that comes or goes, so not at once. */
const LISTS = new Set<unknown>(['chargingStation', 'savedBookmarks'] satisfies CallName[]);
const GATHER_LISTS_MS = 10_000;
const KEEP_COPIES_MS = 7 * DAY_MS;
/** As long the first screen waits for copies. */
const READ_TIMEOUT_MS = 1_000;

/** Which sign-in copies belong to, without telling its token. */
function ownerNow(): string | undefined {
  return storedUser()?.token.slice(-8);
}

/** Puts what was kept of this driver back into the cache; what is not read in time comes later. The app works without copies too. */
export async function restoreCopies(queries: QueryClient): Promise<void> {
  await Promise.race([restore(queries), new Promise((goOn) => setTimeout(goOn, READ_TIMEOUT_MS))]);
}

/** With the age of each. Never rejects. */
async function restore(queries: QueryClient): Promise<void> {
  const owner = ownerNow();
  try {
    if (owner === undefined) return await forgetAllCopies();
    const copies = await storedCopies();
    const readable = newestOf(copies.filter(([, copy]) => isReadable(copy, owner)));
    for (const [, { queryKey, answer, answeredAtMs }] of readable) {
      // Asked for ahead, and answered before this was read.
      if ((queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > answeredAtMs) continue;
      queries.setQueryData(queryKey, answer, { updatedAt: answeredAtMs });
      // Shown at once, and asked for again: who comes back from paying must not see the balance from before.
      void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    }
    const useless = copies.filter((copy) => !readable.includes(copy)).map(([key]) => key);
    if (useless.length > 0) await forgetCopies(useless);
  } catch (error) {
    console.warn('The offline copies were not read', error);
  }
}

function isReadable({ build, owner: ownerOfCopy, answeredAtMs }: Copy, owner: string): boolean {
  return build === buildOnScreen() && ownerOfCopy === owner && answeredAtMs > Date.now() - KEEP_COPIES_MS;
}

/** No more of each call than are kept. */
function newestOf(copies: [string, Copy][]): [string, Copy][] {
  const byCall = Map.groupBy(copies, ([, { queryKey }]) => queryKey[0]);
  return [...byCall].flatMap(([call, own]) =>
    own.toSorted(([, a], [, b]) => b.answeredAtMs - a.answeredAtMs).slice(0, COPIES_PER_CALL.get(call) ?? 0),
  );
}

/** Keeps a copy of what is answered from now on; returns how to stop. */
export function keepCopying(queries: QueryClient): () => void {
  const changed = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAtMs = Number.POSITIVE_INFINITY;
  const copyIn = (ms: number) => {
    const atMs = Date.now() + ms;
    if (atMs >= dueAtMs) return;
    dueAtMs = atMs;
    clearTimeout(timer);
    timer = setTimeout(copy, ms);
  };
  const copy = () => {
    clearTimeout(timer);
    dueAtMs = Number.POSITIVE_INFINITY;
    if (changed.size === 0) return;
    const owner = ownerNow();
    const unlike = [...changed].filter((query) => !hasTwin(queries, query));
    const copies = owner === undefined ? [] : unlike.map((query) => copyOf(query, owner));
    changed.clear();
    keepCopies(copies).catch((error: unknown) => console.warn('An offline copy was not kept', error));
  };
  const stop = queries.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    if (!COPIES_PER_CALL.has(query.queryKey[0])) return;
    changed.add(query);
    const isPatched = event.action.manual === true && LISTS.has(query.queryKey[0]);
    copyIn(isPatched ? GATHER_LISTS_MS : GATHER_MS);
  });
  // Answered before anybody listened.
  for (const query of queries.getQueryCache().getAll())
    if (COPIES_PER_CALL.has(query.queryKey[0]) && query.state.data !== undefined) changed.add(query);
  if (changed.size > 0) copyIn(GATHER_MS);
  // One that may come back must not write now: WebKit would leave its transaction open, which every later one waits for.
  const copyAtLast = ({ persisted }: PageTransitionEvent): void => void (persisted || copy());
  addEventListener('pagehide', copyAtLast);
  return () => {
    removeEventListener('pagehide', copyAtLast);
    stop();
    clearTimeout(timer);
  };
}

/** The map's answer with all stations is the list's as well, and kept as that. */
function hasTwin(queries: QueryClient, { queryKey: [call, input], state }: Query): boolean {
  const isNarrow = Object.keys(input ?? {}).length > 0;
  return isNarrow && queries.getQueryData([call, {}]) === state.data;
}

function copyOf({ queryHash, queryKey, state }: Query, owner: string): [string, Copy] {
  const { data: answer, dataUpdatedAt: answeredAtMs } = state;
  return [queryHash, { build: buildOnScreen(), owner, queryKey, answer, answeredAtMs }];
}
