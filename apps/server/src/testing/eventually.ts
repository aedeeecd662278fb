import { vi } from 'vitest';
import { SECOND_MS } from '#kernel/durations.ts';

/** Patience for a busy machine: what is waited for comes in milliseconds, or never. */
const PATIENCE = { timeout: 10 * SECOND_MS, interval: 20 };

/** Checks again and again until the check no longer fails, and answers what it answered. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, PATIENCE);
}
