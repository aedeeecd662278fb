import type { ChargePointEvents } from './charge-points.ts';
import type { Sessions } from './index.ts';

/** What stations keep of chargers' reports. */
export type StationReports = Pick<
  ChargePointEvents,
  'connected' | 'disconnected' | 'booted' | 'configured' | 'statusChanged'
>;

/** Hands each report of a charger to whom it concerns: links and statuses to stations, transactions to charging. */
export function chargePointEvents(stations: StationReports, sessions: Sessions): ChargePointEvents {
  return {
    async connected(chargerId) {
      await stations.connected(chargerId);
      await sessions.connected(chargerId);
    },
    async disconnected(chargerId) {
      await stations.disconnected(chargerId);
      await sessions.disconnected(chargerId);
    },
    async booted(chargerId, facts) {
      await stations.booted(chargerId, facts);
      await sessions.booted(chargerId);
    },
    async configured(report) {
      await stations.configured(report);
      await sessions.configured(report);
    },
    async statusChanged(report) {
      await stations.statusChanged(report);
      await sessions.statusChanged(report);
    },
    authorize: sessions.authorize,
    started: sessions.started,
    metered: sessions.metered,
    stopped: sessions.stopped,
  };
}
