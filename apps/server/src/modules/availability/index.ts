import type { StationAvailability } from '@bijli/contract/stations';
import type { Database } from '#db/database.ts';
import { notice, type Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import type { Network, StationRow, StatusReport } from '#modules/network/index.ts';
import { availabilityOnWire } from './availability-wire.ts';
import type { CountedAvailability } from './availability.ts';
import { connectorForStart, type ConnectorForStart } from './connector-for-start.ts';
import { createCounts } from './counts.ts';
import { createDowntimes } from './downtimes.ts';
import { createReservedConnectors, type ListReserved } from './reserved-now.ts';
import type { SharedAvailability } from './shared-availability.ts';

export { availabilityOf, connectorStatus, NOTHING_ONLINE, type CountedAvailability } from './availability.ts';
export type { ConnectorForStart } from './connector-for-start.ts';
export { ownReservationFor, canUseConnector, withReservations, type SeenReservations } from './reserved-connectors.ts';
export { createSharedAvailability } from './shared-availability.ts';
export { availabilityOnWire } from './availability-wire.ts';

/** Stations whose availability has changed, each with its latest state; at most twice a second. */
export const availabilityChanged =
  notice<{ stationId: string; availability: CountedAvailability }[]>('availability.changed');

export interface AvailabilityOptions {
  database: Database;
  clock: Clock;
  log: Log;
  network: Network;
  events: Events;
  /** What is reserved now at these charge points, or at all. */
  listReserved: ListReserved;
  /** The nodes that share the database with this one. */
  nodes?: AvailabilityNodes | undefined;
}

export interface AvailabilityNodes {
  nodeId: string;
  shared: SharedAvailability;
  /** By which this node looks after a charge point. */
  epochOf(chargePointId: string): number | undefined;
  /** The links that stand at any node, by the database. */
  linkedAnywhere(): Promise<NodeLink[]>;
}

interface NodeLink {
  chargePointId: string;
  nodeId: string;
  epoch: number;
}

export type Availability = ReturnType<typeof createAvailability>;

/** What is connected and free now. Links live in memory only: a server that has just started knows of none but those of other nodes. */
export function createAvailability(options: AvailabilityOptions) {
  const { database, clock, log, network, events, listReserved, nodes } = options;
  /** Where the link of each charge point stands that has one. */
  const links = new Map<string, Omit<NodeLink, 'chargePointId'>>();
  const own = nodes?.nodeId ?? '';
  const downtimes = createDowntimes({ database, clock, log });
  const reserved = createReservedConnectors(listReserved);
  const counts = createCounts({
    clock,
    log,
    network,
    isConnected: (chargePointId) => links.has(chargePointId),
    forStrangers: reserved.forStrangers,
    changed: (changes) => events.notify(availabilityChanged, changes),
  });

  /** Nothing can be started at a station that is out of use, whatever its charge points say. */
  function isOnline(station: Pick<StationRow, 'isInUse'> | undefined, chargePointId: string): boolean {
    return station?.isInUse === true && links.has(chargePointId);
  }

  /** A link came or went here, or something was reported. */
  function touch(stationId: string | undefined, link?: { chargePointId: string; isUp: boolean }): void {
    counts.touch(stationId);
    if (!nodes || stationId === undefined) return;
    const epoch = link && (nodes.epochOf(link.chargePointId) ?? 0);
    nodes.shared.tell({ stationId, ...(link && epoch !== undefined && { link: { ...link, epoch } }) });
  }

  /** A link at another node. What is told late of one that has moved on since changes nothing. */
  function linkElsewhere(nodeId: string, chargePointId: string, isUp: boolean, epoch: number): void {
    const known = links.get(chargePointId);
    if (isUp && epoch >= (known?.epoch ?? 0)) links.set(chargePointId, { nodeId, epoch });
    if (!isUp && known?.nodeId === nodeId) links.delete(chargePointId);
  }

  /** Reads where links stand at other nodes, and counts every station anew that has or had one. */
  async function readLinks(): Promise<void> {
    const linked = (await nodes?.linkedAnywhere()) ?? [];
    for (const [chargePointId, { nodeId }] of links) if (nodeId !== own) links.delete(chargePointId);
    for (const { chargePointId, nodeId, epoch } of linked)
      if (nodeId !== own) linkElsewhere(nodeId, chargePointId, true, epoch);
    const withLinks = await network.stationIdsOf([...links.keys()]);
    await counts.count([...new Set([...withLinks, ...counts.counted().map(({ stationId }) => stationId)])]);
  }

  nodes?.shared.hear((from, changes) => {
    for (const { stationId, link } of changes) {
      if (link) linkElsewhere(from, link.chargePointId, link.isUp, link.epoch);
      counts.touch(stationId);
    }
  }, readLinks);

  return {
    isOnline,
    readLinks,
    /** Whether a server has its link, whatever its station. */
    hasLink: (chargePointId: string): boolean => links.has(chargePointId),

    /** A server has the charge point's link. */
    async connected(chargePointId: string): Promise<void> {
      links.set(chargePointId, { nodeId: own, epoch: nodes?.epochOf(chargePointId) ?? 0 });
      touch(await network.heard(chargePointId), { chargePointId, isUp: true });
      await downtimes.connected(chargePointId);
    },

    /** The link is gone: whatever the charge point said last, it is offline. */
    async disconnected(chargePointId: string): Promise<void> {
      if (links.get(chargePointId)?.nodeId !== own) return;
      links.delete(chargePointId);
      touch(await network.heard(chargePointId), { chargePointId, isUp: false });
      await downtimes.disconnected(chargePointId);
    },

    /** The link is gone of a charge point that this node does not look after any more: it has none here. Another node keeps its times. */
    async unlinkedHere(chargePointId: string): Promise<void> {
      if (links.get(chargePointId)?.nodeId !== own) return;
      links.delete(chargePointId);
      const [stationId] = await network.stationIdsOf([chargePointId]);
      touch(stationId, { chargePointId, isUp: false });
    },

    /** Keeps a status. Settles when it is durable. */
    async statusChanged(report: StatusReport): Promise<void> {
      touch(await network.statusChanged(report));
      await downtimes.statusChanged(report);
    },

    /** What a station offers has changed by other means than its charge points' reports. */
    stationChanged: counts.touch,

    /** Charge points as somebody finds them who has reserved nothing there. */
    forStrangers: reserved.forStrangers,

    /** Counts stations anew where reservations have begun or ended. */
    checkReservations: (): Promise<void> =>
      reserved.check(async (chargePointIds) => {
        for (const stationId of await network.stationIdsOf(chargePointIds)) counts.touch(stationId);
      }),

    /** Stations that were ever counted, as they last were; of the others nothing is online. */
    counted: counts.counted,

    /** Counts every station with a link anew: the network itself has changed. What turns out different is told. */
    recount: async (): Promise<void> => counts.count(await network.stationIdsOf([...links.keys()])),

    /** The availability of stations where it has changed within the last half minute. */
    recentChanges: (): StationAvailability[] =>
      counts.recentChanges().map(({ stationId, availability }) => availabilityOnWire(stationId, availability)),

    /** What a start at a connector depends on; `undefined` when there is no such connector. */
    connectorForStart: (
      chargePointId: string,
      connectorNumber: number,
      at = clock.now(),
    ): Promise<ConnectorForStart | undefined> =>
      connectorForStart({ network, isOnline }, { chargePointId, connectorNumber, at }),

    uptimesOf: downtimes.uptimesOf,
    begin: (): void => downtimes.begin(() => [...links.keys()]),
    ending: downtimes.ending,
    purgeExpired: downtimes.purgeExpired,

    /** Waits for what is being counted; what was not yet being counted is left untold. */
    close(): Promise<void> {
      nodes?.shared.close();
      return counts.close();
    },
  };
}
