import { createCases } from '#modules/sessions/index.ts';
import type { CommandContext } from './command.ts';

/** Creates the part of the `sessions` module about cases for staff, as the server does. */
export function openCases({ database, now }: Pick<CommandContext, 'database' | 'now'>) {
  return createCases({ database, clock: { now: () => now } });
}
