import { clear, delMany, entries, setMany } from 'idb-keyval';

/** An answer that is kept for times without a network. */
export interface Copy {
  /** The build that wrote it: another may not understand it. */
  build: string;
  /** The sign-in that it belongs to. */
  owner: string;
  /** The call and what it took. */
  queryKey: readonly unknown[];
  answer: unknown;
  /** When it was answered. */
  answeredAtMs: number;
}

// All are async, because a browser without a store throws at the first touch.

/** What is kept, by its keys. */
export async function storedCopies(): Promise<[string, Copy][]> {
  return entries<string, Copy>();
}

/** Keeps copies in the place of those before under the same keys. */
export async function keepCopies(copies: [string, Copy][]): Promise<void> {
  return setMany(copies);
}

export async function forgetCopies(keys: string[]): Promise<void> {
  return delMany(keys);
}

export async function forgetAllCopies(): Promise<void> {
  return clear();
}
