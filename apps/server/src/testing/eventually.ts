import { vi } from 'vitest';
import { SECOND_MS } from '#kernel/durations.ts';

/** On a busy machine, what takes milliseconds elsewhere may take seconds. */
const PATIENCE = { timeout: 10 * SECOND_MS, interval: 20 };
/** Long enough for two checks of the supervisor, which runs every five seconds. */
export const TWO_CHECKS_MS = 20 * SECOND_MS;

/** Repeats a check until it no longer fails, and returns its result. */
export function eventually<T>(check: () => T | Promise<T>, timeout = PATIENCE.timeout): Promise<T> {
  return vi.waitFor(check, { ...PATIENCE, timeout });
}
