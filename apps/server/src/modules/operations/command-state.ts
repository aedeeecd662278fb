/**
 * - `asked`: kept, and not sent. `sent`: perhaps on its way, no answer yet. `following`: answered, and more is to come.
 * - `done`, `failed`: by the charge point's word, or by its silence after that.
 * - `refused`: never sent. `error`: answered by a CALLERROR. `timed_out`: no answer, so nobody knows whether it was done.
 */
export type CommandState = 'asked' | 'sent' | 'following' | 'done' | 'failed' | 'refused' | 'error' | 'timed_out';

/** Whether its answer is waited for. */
export function isUnanswered(state: CommandState): boolean {
  return state === 'asked' || state === 'sent';
}
