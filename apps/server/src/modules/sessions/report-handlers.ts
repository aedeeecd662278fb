import type { Database } from '#db/database.ts';
import type { Availability } from '#modules/availability/index.ts';
import type { Network } from '#modules/network/index.ts';
import { endFreedReservations } from '#modules/operations/index.ts';
import type { ChargePointReports } from './charge-points.ts';
import type { Sessions } from './index.ts';

export interface ReportReaders {
  database: Database;
  network: Pick<Network, 'saveBoot' | 'saveConfiguration' | 'noteHeard'>;
  availability: Pick<Availability, 'noteConnected' | 'noteDisconnected' | 'saveStatus'>;
  sessions: Sessions;
}

/**
 * Hands each report of a charge point to whom it concerns: first `network`, `availability` and `operations`, which
 * store what is theirs, then the rules of sessions (`session-reports.ts`). Cards and transactions concern only these.
 */
export function createReportHandlers({ network, availability, sessions, database }: ReportReaders): ChargePointReports {
  return {
    async connected(chargePointId) {
      await availability.noteConnected(chargePointId);
      await sessions.connected(chargePointId);
    },
    async disconnected(chargePointId) {
      await availability.noteDisconnected(chargePointId);
      await sessions.disconnected(chargePointId);
    },
    noteHeard: network.noteHeard,
    isCharging: sessions.isCharging,
    async booted(report) {
      const admission = await network.saveBoot(report);
      await sessions.booted(report);
      return admission;
    },
    async configured(report) {
      await network.saveConfiguration(report);
      await sessions.configured(report);
    },
    async statusChanged(report) {
      // Called before the status is stored, because the old status shows whether a reservation has ended.
      await endFreedReservations(database, report);
      await availability.saveStatus(report);
      await sessions.statusChanged(report);
    },
    authorize: sessions.authorize,
    started: sessions.started,
    metered: sessions.metered,
    stopped: sessions.stopped,
  };
}
