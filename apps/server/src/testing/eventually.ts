import { vi } from 'vitest';
import { SECOND_MS } from '#kernel/durations.ts';

/** Patience for a busy machine: what is waited for comes in milliseconds, or never. */
const PATIENCE = { timeout: 10 * SECOND_MS, interval: 20 };
/** Patience for what takes two checks of the supervisor, which runs every five seconds. */
export const TWO_CHECKS_MS = 20 * SECOND_MS;

/** Checks again and again until the check no longer fails, and answers what it answered. */
export function eventually<T>(check: () => T | Promise<T>, timeout = PATIENCE.timeout): Promise<T> {
  return vi.waitFor(check, { ...PATIENCE, timeout });
}
