import type { Query, QueryClient } from '@tanstack/react-query';
import type { CallName } from '@bijli/contract/api';
import { LAST_METER } from '#api/last-meter.ts';
import { forgetAllCopies, type Copy, forgetCopies, keepCopies, storedCopies } from '#device/copies.ts';
import { DAY_MS } from '#device/durations.ts';
import { storedUser } from '#device/stored-user.ts';
import { buildOnScreen } from './newer-build.ts';

/**
 * The calls whose answers a driver may need without a network, and how many answers of each call are kept (the latest).
 */
const COPIES_PER_CALL = new Map<unknown, number>(
  Object.entries({
    chargingStation: 4,
    localities: 1,
    getCharger: 8,
    getOngoingCharging: 2,
    [LAST_METER]: 1,
    // Of the running charge, and of an invoice that was looked at meanwhile.
    chargingSamples: 2,
    paymentDetails: 8,
    chargingSessionList: 1,
    savedBookmarks: 1,
    getWallet: 1,
    getProfile: 1,
    listNotifications: 1,
    clientConfig: 1,
  } satisfies Partial<Record<CallName | typeof LAST_METER, number>>),
);
/** Answers often come close together, so they are written together. */
const GATHER_MS = 500;
/** Every change of one station writes these lists again as a whole, so they are written less often. */
const LISTS = new Set<unknown>(['chargingStation', 'savedBookmarks'] satisfies CallName[]);
const GATHER_LISTS_MS = 10_000;
const KEEP_COPIES_MS = 7 * DAY_MS;
/** Of the calls that are copied, this one has the only large answers. */
const LARGE = 'chargingStation' satisfies CallName;
/** The first screen waits at most this long for copies. */
const READ_TIMEOUT_MS = 1_000;

/** Identifies the sign-in that copies belong to, without storing its whole token. */
function ownerNow(): string | undefined {
  return storedUser()?.token.slice(-8);
}

/**
 * Puts the copies of this driver into the query cache. Copies that are not read in time are added later. The app also
 * works without copies.
 */
export async function restoreCopies(queries: QueryClient): Promise<void> {
  await Promise.race([restore(queries), new Promise((goOn) => setTimeout(goOn, READ_TIMEOUT_MS))]);
}

/** Each answer keeps its age. Never rejects. */
async function restore(queries: QueryClient): Promise<void> {
  const owner = ownerNow();
  try {
    if (owner === undefined) return await forgetAllCopies();
    const copies = await storedCopies();
    const readable = newestOf(copies.filter(([, copy]) => isReadable(copy, owner)));
    for (const [, { queryKey, answer, answeredAtMs }] of readable) {
      // The answer was requested early and has arrived before the copies were read.
      if ((queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > answeredAtMs) continue;
      queries.setQueryData(queryKey, answer, { updatedAt: answeredAtMs });
      // A copy is shown at once but also fetched again: a driver who returns from a payment must see the new balance.
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

/** Keeps only the allowed number of copies of each call. */
function newestOf(copies: [string, Copy][]): [string, Copy][] {
  const byCall = Map.groupBy(copies, ([, { queryKey }]) => queryKey[0]);
  return [...byCall].flatMap(([call, own]) =>
    own.toSorted(([, a], [, b]) => b.answeredAtMs - a.answeredAtMs).slice(0, COPIES_PER_CALL.get(call) ?? 0),
  );
}

/** Keeps copies of all answers from now on. Returns a function that stops it. */
export function keepCopying(queries: QueryClient): () => void {
  // Copies are read when the app starts. Until then an answer stays in memory after its screen was left.
  for (const call of COPIES_PER_CALL.keys()) if (call !== LARGE) queries.setQueryDefaults([call], { gcTime: DAY_MS });
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
    const toKeep = [...changed].filter((query) => !isKeptAsList(queries, query));
    const copies = owner === undefined ? [] : toKeep.map((query) => copyOf(query, owner));
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
  // These answers came before the subscription.
  for (const query of queries.getQueryCache().getAll())
    if (COPIES_PER_CALL.has(query.queryKey[0]) && query.state.data !== undefined) changed.add(query);
  if (changed.size > 0) copyIn(GATHER_MS);
  // A page that the browser may restore must not write now: WebKit would leave its transaction open, and every later
  // transaction would wait for it.
  const copyAtLast = ({ persisted }: PageTransitionEvent): void => void (persisted || copy());
  addEventListener('pagehide', copyAtLast);
  return () => {
    removeEventListener('pagehide', copyAtLast);
    stop();
    clearTimeout(timer);
  };
}

/** True for the map's answer when it has all stations: the list has the same answer, which is kept already. */
function isKeptAsList(queries: QueryClient, { queryKey: [call, input], state }: Query): boolean {
  const isNarrow = Object.keys(input ?? {}).length > 0;
  return isNarrow && queries.getQueryData([call, {}]) === state.data;
}

function copyOf({ queryHash, queryKey, state }: Query, owner: string): [string, Copy] {
  const { data: answer, dataUpdatedAt: answeredAtMs } = state;
  return [queryHash, { build: buildOnScreen(), owner, queryKey, answer, answeredAtMs }];
}
