import type { StationAvailability } from '@bijli/contract/stations';
import type { Database } from '#db/database.ts';
import { notice, type Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import type { Network, StationRow, StatusReport } from '#modules/network/index.ts';
import { availabilityOnWire } from './availability-wire.ts';
import type { CountedAvailability } from './availability.ts';
import { findConnectorForStart, type ConnectorForStart } from './connector-for-start.ts';
import { createCounts } from './counts.ts';
import { createDowntimes } from './downtimes.ts';
import type { SharedAvailability } from './shared-availability.ts';
import { createTakenConnectors, type TakenConnectorsOptions } from './taken-connectors.ts';

export {
  availabilityOf,
  connectorStatus,
  FREE_STATUSES,
  isFreeStatus,
  NOTHING_ONLINE,
  type CountedAvailability,
} from './availability.ts';
export type { ConnectorForStart } from './connector-for-start.ts';
export { ownReservationFor, canUseConnector, withReservations, type SeenReservations } from './reservation-rules.ts';
export { createSharedAvailability } from './shared-availability.ts';
export { availabilityOnWire } from './availability-wire.ts';

/** Stations whose availability has changed, each with its latest state. Published at most twice a second. */
export const availabilityChanged =
  notice<{ stationId: string; availability: CountedAvailability }[]>('availability.changed');

export interface AvailabilityOptions extends TakenConnectorsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  network: Network;
  events: Events;
  /** The other nodes of this database. */
  nodes?: AvailabilityNodes | undefined;
}

export interface AvailabilityNodes {
  nodeId: string;
  shared: SharedAvailability;
  /** The epoch of this node's ownership of a charge point. Undefined if it has none. */
  epochOf(chargePointId: string): number | undefined;
  /** The links at all nodes, from the database. */
  listLinkedAnywhere(): Promise<NodeLink[]>;
}

interface NodeLink {
  chargePointId: string;
  nodeId: string;
  epoch: number;
}

export type Availability = ReturnType<typeof createAvailability>;

/**
 * What is connected and free now. Links are only in memory: a server that has just started knows only those of other
 * nodes.
 */
export function createAvailability(options: AvailabilityOptions) {
  const { database, clock, log, network, events, nodes } = options;
  /** The node of each charge point's link. */
  const links = new Map<string, Omit<NodeLink, 'chargePointId'>>();
  const ownNodeId = nodes?.nodeId ?? '';
  const downtimes = createDowntimes({ database, clock, log });
  const taken = createTakenConnectors(options);
  const counts = createCounts({
    clock,
    log,
    network,
    isConnected: (chargePointId) => links.has(chargePointId),
    applyTaken: taken.applyTaken,
    onChanged: (changes) => events.notify(availabilityChanged, changes),
  });

  /** Nothing can be started at a station that is out of use, whatever its charge points report. */
  function isOnline(station: Pick<StationRow, 'isInUse'> | undefined, chargePointId: string): boolean {
    return station?.isInUse === true && links.has(chargePointId);
  }

  /** A charge point connected, disconnected or reported something here. */
  function noteChange(stationId: string | undefined, link?: { chargePointId: string; isUp: boolean }): void {
    counts.countSoon(stationId);
    if (!nodes || stationId === undefined) return;
    const epoch = link && (nodes.epochOf(link.chargePointId) ?? 0);
    nodes.shared.publish({ stationId, ...(link && epoch !== undefined && { link: { ...link, epoch } }) });
  }

  /** A link at another node. A late message about a link that has moved since changes nothing. */
  function noteLinkElsewhere(nodeId: string, chargePointId: string, isUp: boolean, epoch: number): void {
    const known = links.get(chargePointId);
    if (isUp && epoch >= (known?.epoch ?? 0)) links.set(chargePointId, { nodeId, epoch });
    if (!isUp && known?.nodeId === nodeId) links.delete(chargePointId);
  }

  /** Reads the links of other nodes, and counts every station again that has or had one. */
  async function readLinks(): Promise<void> {
    const linked = (await nodes?.listLinkedAnywhere()) ?? [];
    for (const [chargePointId, { nodeId }] of links) if (nodeId !== ownNodeId) links.delete(chargePointId);
    for (const { chargePointId, nodeId, epoch } of linked)
      if (nodeId !== ownNodeId) noteLinkElsewhere(nodeId, chargePointId, true, epoch);
    const withLinks = await network.listStationIdsOf([...links.keys()]);
    await counts.count([...new Set([...withLinks, ...counts.listCounted().map(({ stationId }) => stationId)])]);
  }

  nodes?.shared.subscribe((from, changes) => {
    for (const { stationId, link } of changes) {
      if (link) noteLinkElsewhere(from, link.chargePointId, link.isUp, link.epoch);
      counts.countSoon(stationId);
    }
  }, readLinks);

  return {
    isOnline,
    readLinks,
    /** True if the charge point has a link at any node, whatever its station. */
    hasLink: (chargePointId: string): boolean => links.has(chargePointId),

    /** The charge point is connected. */
    async noteConnected(chargePointId: string): Promise<void> {
      links.set(chargePointId, { nodeId: ownNodeId, epoch: nodes?.epochOf(chargePointId) ?? 0 });
      noteChange(await network.saveHeardNow(chargePointId), { chargePointId, isUp: true });
      await downtimes.noteConnected(chargePointId);
    },

    /** The link is lost. The charge point is offline, whatever it reported last. */
    async noteDisconnected(chargePointId: string): Promise<void> {
      if (links.get(chargePointId)?.nodeId !== ownNodeId) return;
      links.delete(chargePointId);
      noteChange(await network.saveHeardNow(chargePointId), { chargePointId, isUp: false });
      await downtimes.noteDisconnected(chargePointId);
    },

    /** The link of a charge point that this node no longer owns is lost. Another node stores its times. */
    async noteUnlinkedHere(chargePointId: string): Promise<void> {
      if (links.get(chargePointId)?.nodeId !== ownNodeId) return;
      links.delete(chargePointId);
      const [stationId] = await network.listStationIdsOf([chargePointId]);
      noteChange(stationId, { chargePointId, isUp: false });
    },

    /** Stores a status. Resolves when it is durable. */
    async saveStatus(report: StatusReport): Promise<void> {
      noteChange(await network.saveStatus(report));
      await downtimes.noteStatus(report);
    },

    /** A station has changed without a report of its charge points. */
    stationChanged: counts.countSoon,

    /** Charge points where each connector with a running session is charging, whatever it reports. */
    applyRunningSessions: taken.applyRunningSessions,
    /** Charge points as a driver without a reservation sees them. */
    applyTaken: taken.applyTaken,

    /** Counts stations again where reservations, or sessions that no charge point reports, have begun or ended. */
    checkTaken: (): Promise<void> =>
      taken.checkAll(async (chargePointIds) => {
        for (const stationId of await network.listStationIdsOf(chargePointIds)) counts.countSoon(stationId);
      }),

    /** The latest counts of stations. A station without a count has nothing online. */
    listCounted: counts.listCounted,

    /** Counts every station with a link again after a change of the network. Publishes the differences. */
    countAgain: async (): Promise<void> => counts.count(await network.listStationIdsOf([...links.keys()])),

    /** The availability of stations that has changed within the last half minute. */
    listRecentChanges: (): StationAvailability[] =>
      counts.listRecentChanges().map(({ stationId, availability }) => availabilityOnWire(stationId, availability)),

    /** The facts that decide whether a connector can be started. `undefined` if there is no such connector. */
    findConnectorForStart: (
      chargePointId: string,
      connectorNumber: number,
      at = clock.now(),
    ): Promise<ConnectorForStart | undefined> =>
      findConnectorForStart({ network, isOnline }, { chargePointId, connectorNumber, at }),

    listUptimes: downtimes.listUptimes,
    begin: (): void => downtimes.begin(() => [...links.keys()]),
    noteEnding: downtimes.noteEnding,
    purgeExpired: downtimes.purgeExpired,

    /** Waits for running counts. Counts that have not begun are dropped. */
    close(): Promise<void> {
      nodes?.shared.close();
      return counts.close();
    },
  };
}
