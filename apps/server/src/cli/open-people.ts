import { createNetwork } from '#modules/network/index.ts';
import { createPeople } from '#modules/staff/index.ts';
import type { CommandContext } from './command.ts';
import { utcMinute } from './utc-times.ts';

/** Creates the part of the `staff` module about people, as the server does. */
export function openPeople({ database, now }: CommandContext) {
  const clock = { now: () => now, after: () => () => undefined };
  const network = createNetwork({ database, clock });
  return createPeople({ database, now: () => now, hasStations: network.hasStations });
}

/** Prints an invitation, which is shown only once. */
export function sayInvitation({ say, config }: CommandContext, invitation: string, until: Date): void {
  say(`  invitation   ${invitation}   (kept as a hash; it is not shown again)`);
  say(`  until        ${utcMinute(until)}`);
  say(`  accepted at  ${new URL('/api-v1/operator/sign-in/invitation', config.publicUrl).href}`);
}
