import type { ConnectorStatus } from '@bijli/contract/chargers';

/** The state of a connector. */
export interface ConnectorState {
  status: string;
  /** Since when drivers are not offered the connector because starts fail there. */
  withheldSince: Date | null;
}

/** The facts from which a charge point's availability is calculated. Statuses are OCPP 1.6 ChargePointStatus. */
export interface ChargePointState {
  /** A node has its link. Without a link nothing is known, whatever was reported last. */
  isOnline: boolean;
  /** The charge point itself, reported as connector 0. */
  status: string;
  /** Number of its free connectors that are reserved without naming one. */
  kept?: number;
  connectors: readonly (ConnectorState & ConnectorKind)[];
}

interface ConnectorKind {
  type: string;
  ratedW: number;
}

/** Connectors of one kind that could be used. */
export interface FreePlugs extends ConnectorKind {
  free: number;
}

export interface CountedAvailability {
  /** Charge points online with a connector available or preparing. */
  activeChargePoints: number;
  onlineChargePoints: number;
  freeConnectors: number;
  /**
   * Free plugs by kind. With reservations that name no connector, their sum may exceed the number that is really free.
   */
  freePlugs: readonly FreePlugs[];
}

export const NOTHING_ONLINE: CountedAvailability = {
  activeChargePoints: 0,
  onlineChargePoints: 0,
  freeConnectors: 0,
  freePlugs: [],
};

const CONNECTOR_STATUS: Record<string, ConnectorStatus> = {
  Available: 'available',
  Preparing: 'preparing',
  Charging: 'charging',
  SuspendedEV: 'charging',
  SuspendedEVSE: 'charging',
  Finishing: 'finishing',
  Faulted: 'faulted',
};

/** States in which a connector is offered to everyone. */
export const FREE_STATUSES: ReadonlySet<string> = new Set(['Available', 'Preparing']);
export const isFreeStatus = (status: string): boolean => FREE_STATUSES.has(status);
/** In these states a car is charging, whatever was reported before. */
const CHARGES: ReadonlySet<string> = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE']);

/**
 * The OCPP status that counts for a connector. If its charge point is out of order, so is the connector, and a withheld
 * connector counts as faulted.
 */
export function effectiveStatus(chargePointStatus: string, { status, withheldSince }: ConnectorState): string {
  if (chargePointStatus === 'Unavailable' || chargePointStatus === 'Faulted') return chargePointStatus;
  return withheldSince && !CHARGES.has(status) ? 'Faulted' : status;
}

/** A connector's state as drivers see it. A reserved one, and one of an offline charge point, is unavailable. */
export function connectorStatus(
  chargePoint: Omit<ChargePointState, 'connectors'>,
  connector: ConnectorState,
): ConnectorStatus {
  if (!chargePoint.isOnline) return 'unavailable';
  return CONNECTOR_STATUS[effectiveStatus(chargePoint.status, connector)] ?? 'unavailable';
}

/** Counts what a driver could use at a station now. */
export function availabilityOf(chargePoints: readonly ChargePointState[]): CountedAvailability {
  const online = chargePoints.filter((chargePoint) => chargePoint.isOnline);
  const usable = online
    .map((chargePoint) => {
      const free = chargePoint.connectors.filter((connector) => isFree(chargePoint, connector));
      return { free, count: Math.max(0, free.length - (chargePoint.kept ?? 0)) };
    })
    .filter(({ count }) => count > 0);
  return {
    activeChargePoints: usable.length,
    onlineChargePoints: online.length,
    freeConnectors: usable.reduce((sum, { count }) => sum + count, 0),
    freePlugs: mostByKind(usable),
  };
}

/** Limits the number of each kind to what its charge point has left. */
function mostByKind(usable: readonly { free: readonly ConnectorKind[]; count: number }[]): FreePlugs[] {
  const kinds: FreePlugs[] = [];
  for (const { free, count } of usable)
    for (const kind of byKind(free)) addKind(kinds, { ...kind, free: Math.min(kind.free, count) });
  return kinds;
}

function byKind(connectors: readonly ConnectorKind[]): FreePlugs[] {
  const kinds: FreePlugs[] = [];
  for (const { type, ratedW } of connectors) addKind(kinds, { type, ratedW, free: 1 });
  return kinds;
}

function addKind(kinds: FreePlugs[], more: FreePlugs): void {
  const known = kinds.find(({ type, ratedW }) => type === more.type && ratedW === more.ratedW);
  if (known) known.free += more.free;
  else kinds.push(more);
}

export function isSameAvailability(a: CountedAvailability, b: CountedAvailability): boolean {
  return (
    a.activeChargePoints === b.activeChargePoints &&
    a.onlineChargePoints === b.onlineChargePoints &&
    a.freeConnectors === b.freeConnectors &&
    a.freePlugs.length === b.freePlugs.length &&
    a.freePlugs.every(({ type, ratedW, free }) =>
      b.freePlugs.some((other) => other.type === type && other.ratedW === ratedW && other.free === free),
    )
  );
}

function isFree(chargePoint: ChargePointState, connector: ConnectorState): boolean {
  return chargePoint.isOnline && isFreeStatus(effectiveStatus(chargePoint.status, connector));
}
