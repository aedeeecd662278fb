import type { CommandState } from '@bijli/contract/operator-commands';
import { DAY_MS } from '#kernel/durations.ts';

/** A command that begins later than this from now is followed as if it began then. */
const MAX_AHEAD_MS = 365 * DAY_MS;

/** Until when to wait for the end of an operation that goes on after its answer, counted from when it begins. */
export function followUntil(now: Date, followsForMs: number, followsFrom: Date = now): Date {
  const aheadMs = Math.min(Math.max(followsFrom.getTime() - now.getTime(), 0), MAX_AHEAD_MS);
  return new Date(now.getTime() + aheadMs + followsForMs);
}

/** True while the command has no answer yet. */
export function isUnanswered(state: CommandState): boolean {
  return state === 'asked' || state === 'sent';
}
