import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listProfilesTaken, noteRestartAsked } from '#modules/network/index.ts';
import type { ChargePointCalls } from '../charge-point-calls.ts';
import type { AskPorts } from '../commands/ask-command.ts';
import type { Commands } from '../commands/commands.ts';

/** How long a charge point that has accepted a security profile may take to reconnect with it before we restart it. */
const RESTARTED_AFTER_MS = 2 * MINUTE_MS;

interface ProfileUpgradesOptions extends Pick<AskPorts, 'operationRules' | 'hasBoughtSession'> {
  database: Database;
  clock: Clock;
  calls: Pick<ChargePointCalls, 'isOnline'>;
  commands: Pick<Commands, 'ask'>;
}

/** Makes sure that charge points use a higher security profile after they have accepted it. */
export function createProfileUpgrades(options: ProfileUpgradesOptions) {
  const { database, clock, calls, commands, operationRules, hasBoughtSession } = options;

  return {
    /**
     * Restarts, once, each charge point that has accepted a security profile but still connects with the old one. It
     * waits while a driver charges there.
     */
    async restartDue(): Promise<void> {
      const since = new Date(clock.now().getTime() - RESTARTED_AFTER_MS);
      for (const { chargePointId, takenAt } of await listProfilesTaken(database, since)) {
        if (!calls.isOnline(chargePointId) || (await hasBoughtSession(database, chargePointId))) continue;
        await commands.ask({
          ...operationRules.restart,
          chargePointId,
          // Prevents a second restart if the server ends in between.
          idempotencyKey: `${chargePointId} ${takenAt.toISOString()}`,
          askedBy: 'security profile',
        });
        await noteRestartAsked(database, chargePointId, takenAt);
      }
    },
  };
}
