import type { CommandState } from '@bijli/contract/charger-commands';
import { DAY_MS } from '#kernel/durations.ts';

/** What is to begin later than that is followed no longer than from then. */
const MAX_AHEAD_MS = 365 * DAY_MS;

/** Until when the end of an operation is waited for that goes on after its answer: from when it begins. */
export function followUntil(now: Date, followsForMs: number, followsFrom: Date = now): Date {
  const aheadMs = Math.min(Math.max(followsFrom.getTime() - now.getTime(), 0), MAX_AHEAD_MS);
  return new Date(now.getTime() + aheadMs + followsForMs);
}

/** Whether its answer is waited for. */
export function isUnanswered(state: CommandState): boolean {
  return state === 'asked' || state === 'sent';
}
