import { MINUTE_MS } from '#kernel/durations.ts';
import type { SessionContext } from '../context.ts';
import type { Stops } from '../stopping/stops.ts';
import { listBelated } from './belated.store.ts';
import { listStopping } from './lost-links.store.ts';
import type { Recovery } from './recovery.ts';

/** How often the database is searched for sessions that are not checked. */
const SWEEP_EVERY_MS = MINUTE_MS;

export type DatabaseSweep = ReturnType<typeof createDatabaseSweep>;

interface DatabaseSweepParts {
  stops: Pick<Stops, 'settleBelated'>;
  recovery: Pick<Recovery, 'recoverSessions'>;
}

/** Finds sessions that only the database shows. A failed search is repeated later, and nothing waits for it. */
export function createDatabaseSweep(
  { database, clock, logSampled, liveSessions, owners, rules, refreshLive }: SessionContext,
  { stops: { settleBelated }, recovery: { recoverSessions } }: DatabaseSweepParts,
) {
  let recoveredAtMs = clock.now().getTime();
  let belatedAtMs = 0;

  return {
    /** Recovers sessions whose commit's answer was lost, so that they are only in the database. */
    async recoverLost(): Promise<void> {
      if (clock.now().getTime() - recoveredAtMs < SWEEP_EVERY_MS) return;
      recoveredAtMs = clock.now().getTime();
      await recoverSessions().catch((error: unknown) => {
        const message = 'the search for lost sessions failed; trying again';
        logSampled('warn', { event: 'session.not_searched', message, facts: { error } });
      });
    },

    /** Bills belated sessions that nobody else would bill. */
    async settleBelated(): Promise<void> {
      if (clock.now().getTime() - belatedAtMs < SWEEP_EVERY_MS) return;
      belatedAtMs = clock.now().getTime();
      try {
        const before = new Date(belatedAtMs - rules.linkPatienceMs);
        for (const one of await listBelated(database, before))
          if (owners.owns(one.chargePointId)) await owners.fenced(one.chargePointId, () => settleBelated(one));
      } catch (error) {
        const message = 'sessions that were reported late could not be billed yet';
        logSampled('warn', { event: 'session.not_searched', message, facts: { error } });
      }
    },

    /** Finds stops that were requested on another node, which could not pass them on. */
    async sendWaitingStops(): Promise<void> {
      if (!owners.isShared) return;
      try {
        for (const bookingId of await listStopping(database)) {
          const live = liveSessions.ofBookingId(bookingId);
          // Memory does not show the stop yet. Reading the row shows it, and this node sends the stop.
          if (live && live.session.state !== 'stopping')
            await owners.fenced(live.session.chargePointId, () => refreshLive(bookingId));
        }
      } catch (error) {
        const message = 'stops that wait in their rows could not be read; trying again';
        logSampled('warn', { event: 'session.stops_not_heard', message, facts: { error } });
      }
    },
  };
}
