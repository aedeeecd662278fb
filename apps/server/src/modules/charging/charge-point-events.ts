import type { ChargePointEvents } from './charge-points.ts';
import type { Charging } from './index.ts';

/** What stations keep of chargers' reports. */
export type StationReports = Pick<
  ChargePointEvents,
  'connected' | 'disconnected' | 'booted' | 'configured' | 'statusChanged'
>;

/** Hands each report of a charger to whom it concerns: links and statuses to stations, transactions to charging. */
export function chargePointEvents(stations: StationReports, charging: Charging): ChargePointEvents {
  return {
    async connected(chargerId) {
      await stations.connected(chargerId);
      await charging.connected(chargerId);
    },
    async disconnected(chargerId) {
      await stations.disconnected(chargerId);
      await charging.disconnected(chargerId);
    },
    async booted(chargerId, facts) {
      await stations.booted(chargerId, facts);
      await charging.booted(chargerId);
    },
    async configured(report) {
      await stations.configured(report);
      await charging.configured(report);
    },
    async statusChanged(report) {
      await stations.statusChanged(report);
      await charging.statusChanged(report);
    },
    authorize: charging.authorize,
    started: charging.started,
    metered: charging.metered,
    stopped: charging.stopped,
  };
}
