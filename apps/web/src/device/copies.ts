import { clear, delMany, entries, setMany } from 'idb-keyval';

/** An answer that is stored for times without a network. */
export interface Copy {
  /** The build that wrote it. Other builds may not understand it. */
  build: string;
  /** The sign-in that it belongs to. */
  owner: string;
  /** The call and its input. */
  queryKey: readonly unknown[];
  answer: unknown;
  /** When it was answered. */
  answeredAtMs: number;
}

// All functions here are async, because a browser without storage throws at the first access.

/** All stored copies with their keys. */
export async function storedCopies(): Promise<[string, Copy][]> {
  return entries<string, Copy>();
}

/** Stores copies and replaces those with the same keys. */
export async function keepCopies(copies: [string, Copy][]): Promise<void> {
  return setMany(copies);
}

export async function forgetCopies(keys: string[]): Promise<void> {
  return delMany(keys);
}

export async function forgetAllCopies(): Promise<void> {
  return clear();
}
