import type { ConnectorStatus } from '@bijli/contract/stations';

/** What is known of a connector. */
export interface ConnectorState {
  status: string;
  /** Since when it is offered to nobody because starts fail there. */
  withheldSince: Date | null;
}

/** What is known of a charge point when its availability is asked for. Statuses are OCPP 1.6 ChargePointStatus. */
export interface ChargePointState {
  /** A server holds its link. Without a link nothing is known, whatever was reported last. */
  isOnline: boolean;
  /** The charge point itself, reported as connector 0. */
  status: string;
  connectors: readonly (ConnectorState & { type: string; ratedW: number })[];
}

/** Connectors of one kind that could be used. */
export interface FreePlugs {
  type: string;
  ratedW: number;
  free: number;
}

export interface CountedAvailability {
  /** Charge points online with a connector available or preparing. */
  activeChargePoints: number;
  onlineChargePoints: number;
  freeConnectors: number;
  /** The same by kind, each kind once. */
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

/** Those that offer a connector to everybody. */
export const FREE: ReadonlySet<string> = new Set(['Available', 'Preparing']);
/** While it says one of these somebody charges there, whatever came before. */
const CHARGES: ReadonlySet<string> = new Set(['Charging', 'SuspendedEV', 'SuspendedEVSE']);

/**
 * The OCPP status that counts for a connector: a charge point that is out of order takes its connectors with it, and a connector that is
 * withheld is as one that says it is faulted.
 */
export function effectiveStatus(chargePointStatus: string, { status, withheldSince }: ConnectorState): string {
  if (chargePointStatus === 'Unavailable' || chargePointStatus === 'Faulted') return chargePointStatus;
  return withheldSince && !CHARGES.has(status) ? 'Faulted' : status;
}

/** A connector's state as drivers see it. Reserved, and anything said by a charge point that is offline, is unavailable. */
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
  const free = online.map((chargePoint) =>
    chargePoint.connectors.filter((connector) => isFree(chargePoint, connector)),
  );
  return {
    activeChargePoints: free.filter((connectors) => connectors.length > 0).length,
    onlineChargePoints: online.length,
    freeConnectors: free.reduce((sum, connectors) => sum + connectors.length, 0),
    freePlugs: byKind(free.flat()),
  };
}

function byKind(connectors: readonly { type: string; ratedW: number }[]): FreePlugs[] {
  const kinds: FreePlugs[] = [];
  for (const { type, ratedW } of connectors) {
    const known = kinds.find((kind) => kind.type === type && kind.ratedW === ratedW);
    if (known) known.free += 1;
    else kinds.push({ type, ratedW, free: 1 });
  }
  return kinds;
}

export function isSameAvailability(a: CountedAvailability, b: CountedAvailability): boolean {
  return (
    a.activeChargePoints === b.activeChargePoints &&
    a.onlineChargePoints === b.onlineChargePoints &&
    a.freeConnectors === b.freeConnectors &&
    // The counts being equal, none is free in `b` beyond those that are in `a`.
    a.freePlugs.every(({ type, ratedW, free }) =>
      b.freePlugs.some((other) => other.type === type && other.ratedW === ratedW && other.free === free),
    )
  );
}

function isFree(chargePoint: ChargePointState, connector: ConnectorState): boolean {
  const seen = connectorStatus(chargePoint, connector);
  return seen === 'available' || seen === 'preparing';
}
