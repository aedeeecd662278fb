import { vi } from 'vitest';

/** Patience for a busy machine: what is waited for comes in milliseconds, or never. */
const PATIENCE = { timeout: 10_000, interval: 20 };

/** Checks again and again until the check no longer fails, and answers what it answered. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, PATIENCE);
}
