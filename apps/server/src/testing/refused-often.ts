import type { SlowRefusals } from '#kernel/slow-refusals.ts';

/** As if a stranger had been refused so often before: what is refused next is held, or cut because so many are held. */
export function refusedOften(refusals: SlowRefusals, caller: string, next: 'held' | 'cut'): void {
  for (let times = next === 'held' ? 60 : 2060; times > 0; times -= 1) void refusals.wait(caller, undefined);
}
