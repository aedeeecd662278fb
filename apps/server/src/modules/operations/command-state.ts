import type { CommandState } from '@bijli/contract/charger-commands';

/** Whether its answer is waited for. */
export function isUnanswered(state: CommandState): boolean {
  return state === 'asked' || state === 'sent';
}
