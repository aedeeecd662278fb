import type { StationAvailability } from '@bijli/contract/stations';
import { notice, type Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { priceAt, type Current, type Network, type StationRow, type StatusReport } from '#modules/network/index.ts';
import { availabilityOnWire } from './availability-wire.ts';
import { effectiveStatus, type CountedAvailability } from './availability.ts';
import { createCounts } from './counts.ts';

export { availabilityOf, connectorStatus, NOTHING_ONLINE, type CountedAvailability } from './availability.ts';
export { availabilityOnWire } from './availability-wire.ts';

/** Stations whose availability has changed, each with its latest state; at most twice a second. */
export const availabilityChanged =
  notice<{ stationId: string; availability: CountedAvailability }[]>('availability.changed');

export interface AvailabilityOptions {
  clock: Clock;
  log: Log;
  network: Network;
  events: Events;
}

/** What a start depends on. */
export interface ConnectorForStart {
  stationId: string;
  /** Of India, where the station stands. */
  state: string;
  /** The charge point's link is up and its station in use. */
  isOnline: boolean;
  /** OCPP 1.6 ChargePointStatus as last reported. */
  status: string;
  /** Before GST, at that hour; `undefined` when nobody has set one. */
  pricePaisePerKwh: number | undefined;
  current: Current;
  ratedW: number;
}

export type Availability = ReturnType<typeof createAvailability>;

/** What is connected and free now. Links live in memory only: a server that has just started knows of none. */
export function createAvailability({ clock, log, network, events }: AvailabilityOptions) {
  const links = new Set<string>();
  const counts = createCounts({
    clock,
    log,
    network,
    isConnected: (chargePointId) => links.has(chargePointId),
    changed: (changes) => events.notify(availabilityChanged, changes),
  });

  /** Nothing can be started at a station that is out of use, whatever its charge points say. */
  function isOnline(station: Pick<StationRow, 'isInUse'> | undefined, chargePointId: string): boolean {
    return station?.isInUse === true && links.has(chargePointId);
  }

  return {
    isOnline,

    /** A server has the charge point's link. */
    async connected(chargePointId: string): Promise<void> {
      links.add(chargePointId);
      counts.touch(await network.heard(chargePointId));
    },

    /** The link is gone: whatever the charge point said last, it is offline. */
    async disconnected(chargePointId: string): Promise<void> {
      links.delete(chargePointId);
      counts.touch(await network.heard(chargePointId));
    },

    /** Keeps a status. Settles when it is durable. */
    async statusChanged(report: StatusReport): Promise<void> {
      counts.touch(await network.statusChanged(report));
    },

    /** What a station offers has changed by other means than its charge points' reports. */
    stationChanged: counts.touch,

    /** Stations that were ever counted, as they last were; of the others nothing is online. */
    counted: counts.counted,

    /** Counts every station with a link anew: the network itself has changed. What turns out different is told. */
    recount: async (): Promise<void> => counts.count(await network.stationIdsOf([...links])),

    /** The availability of stations where it has changed within the last half minute. */
    recentChanges: (): StationAvailability[] =>
      counts.recentChanges().map(({ stationId, availability }) => availabilityOnWire(stationId, availability)),

    /** `undefined` when there is no such connector. */
    async connectorForStart(
      chargePointId: string,
      connectorNumber: number,
      at = clock.now(),
    ): Promise<ConnectorForStart | undefined> {
      const chargePoint = await network.chargePoint(chargePointId);
      const connector = chargePoint?.connectors.find(({ number }) => number === connectorNumber);
      if (!chargePoint || !connector) return undefined;
      const [[station], bands] = await Promise.all([
        network.stations([chargePoint.stationId]),
        network.tariff(chargePoint.stationId),
      ]);
      const current = connector.current as Current;
      return {
        stationId: chargePoint.stationId,
        state: station?.state ?? '',
        isOnline: isOnline(station, chargePointId),
        status: effectiveStatus(chargePoint.status, connector),
        pricePaisePerKwh: priceAt(bands, current, at),
        current,
        ratedW: connector.ratedW,
      };
    },

    /** Waits for what is being counted; what was not yet being counted is left untold. */
    close: (): Promise<void> => counts.close(),
  };
}
