import { createStoredValue } from './stored-value.ts';

/** A station or place that the driver opened from a search. */
export interface Recent {
  name: string;
  /** Its address line. */
  where: string;
  /** The path of its page, or of the map there. */
  path: string;
}

const MAX_SEARCHES = 3;
const NONE: readonly Recent[] = [];

const stored = createStoredValue('recent-searches', NONE, (entry) =>
  Array.isArray(entry) ? entry.filter(isRecent) : NONE,
);

function isRecent(entry: unknown): entry is Recent {
  const { name, where, path } = (entry ?? {}) as Record<keyof Recent, unknown>;
  // Only a path of our own is accepted, because it becomes a link.
  return typeof name === 'string' && typeof where === 'string' && typeof path === 'string' && /^\/(?!\/)/.test(path);
}

/** Adds it as the newest entry. An existing one moves to the front. */
export function keepSearch(recent: Recent): void {
  stored.set([recent, ...stored.get().filter(({ path }) => path !== recent.path)].slice(0, MAX_SEARCHES));
}

export function forgetSearch(path: string): void {
  stored.set(stored.get().filter((one) => one.path !== path));
}

export function forgetSearches(): void {
  stored.set(NONE);
}

/** Hook: what was last opened from a search on this device, newest first. */
export function useRecentSearches(): readonly Recent[] {
  return stored.useValue();
}
