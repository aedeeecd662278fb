import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listProfilesTaken, noteRestartAsked } from '#modules/network/index.ts';
import type { AskPorts } from './ask-command.ts';
import type { ChargePointCalls } from './charge-point-calls.ts';
import type { Commands } from './commands.ts';

/** A charge point that has taken a security profile comes with it by itself, or is restarted after this. */
const RESTARTED_AFTER_MS = 2 * MINUTE_MS;

interface ProfileUpgradesOptions extends Pick<AskPorts, 'rules' | 'hasPaidCharge'> {
  database: Database;
  clock: Clock;
  calls: Pick<ChargePointCalls, 'isOnline'>;
  commands: Pick<Commands, 'ask'>;
}

/** Follows up charge points that have taken a higher security profile. */
export function createProfileUpgrades(options: ProfileUpgradesOptions) {
  const { database, clock, calls, commands, rules, hasPaidCharge } = options;

  return {
    /** Restarts, once, each that has taken a security profile and stays as it is, when nobody's charge is cut short by that. */
    async restartDue(): Promise<void> {
      const since = new Date(clock.now().getTime() - RESTARTED_AFTER_MS);
      for (const { chargePointId, takenAt } of await listProfilesTaken(database, since)) {
        if (!calls.isOnline(chargePointId) || (await hasPaidCharge(database, chargePointId))) continue;
        await commands.ask({
          ...rules.restart,
          chargePointId,
          // A server that ends in between restarts it once all the same.
          idempotencyKey: `${chargePointId} ${takenAt.toISOString()}`,
          askedBy: 'security profile',
        });
        await noteRestartAsked(database, chargePointId, takenAt);
      }
    },
  };
}
