import { useSyncExternalStore } from 'react';
import { createChanges } from '@bijli/ui/changes';

/** What the driver opened from a search. */
export interface Recent {
  name: string;
  /** Where it lies. */
  where: string;
  /** The address of its page, or of the map there. */
  path: string;
}

/** In local storage, so that it outlives the visit and goes with everything else at the sign-out. */
const KEY = 'recent-searches';
const MAX_KEPT = 3;
const NONE: readonly Recent[] = [];

const changes = createChanges({ inOtherTabs: true });
let last: { text: string | null; recents: readonly Recent[] } = { text: null, recents: NONE };

/** The same array until it changes. */
function stored(): readonly Recent[] {
  const text = localStorage.getItem(KEY);
  if (text !== last.text) last = { text, recents: text === null ? NONE : read(text) };
  return last.recents;
}

/** Leaves out what cannot be read: an older version of the app may have written it. */
function read(text: string): readonly Recent[] {
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) ? entries.filter(isRecent) : NONE;
  } catch {
    return NONE;
  }
}

function isRecent(entry: unknown): entry is Recent {
  const { name, where, path } = (entry ?? {}) as Record<keyof Recent, unknown>;
  // It is followed: only a page of ours.
  return typeof name === 'string' && typeof where === 'string' && typeof path === 'string' && /^\/(?!\/)/.test(path);
}

function keep(recents: readonly Recent[]): void {
  if (recents.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(recents));
  changes.tell();
}

/** Keeps it as the newest; what is there already moves to the front. */
export function rememberSearch(recent: Recent): void {
  keep([recent, ...stored().filter(({ path }) => path !== recent.path)].slice(0, MAX_KEPT));
}

export function forgetSearch(path: string): void {
  keep(stored().filter((one) => one.path !== path));
}

export function forgetSearches(): void {
  keep(NONE);
}

/** What was last opened from a search on this device, newest first. */
export function useRecentSearches(): readonly Recent[] {
  return useSyncExternalStore(changes.subscribe, stored);
}
