import type { DelayedRefusals } from '#kernel/delayed-refusals.ts';

/**
 * Adds as many refusals of a caller as are needed for the next one to be delayed, or cut because too many are delayed.
 */
export function refusedOften(refusals: DelayedRefusals, caller: string, next: 'delayed' | 'cut'): void {
  for (let times = next === 'delayed' ? 60 : 2060; times > 0; times -= 1) void refusals.wait(caller, undefined);
}
