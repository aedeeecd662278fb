import type { ConnectorStatus } from '@bijli/contract/stations';

/** What is known of a charger when its availability is asked for. Statuses are OCPP 1.6 ChargePointStatus. */
export interface ChargerState {
  /** A server holds its link. Without a link nothing is known, whatever was reported last. */
  online: boolean;
  /** The charger itself, reported as connector 0. */
  status: string;
  connectors: readonly { status: string }[];
}

export interface Availability {
  /** Chargers online with a connector available or preparing. */
  activeChargers: number;
  onlineChargers: number;
  freeConnectors: number;
}

export const NOTHING_ONLINE: Availability = { activeChargers: 0, onlineChargers: 0, freeConnectors: 0 };

const CONNECTOR_STATUS: Record<string, ConnectorStatus> = {
  Available: 'available',
  Preparing: 'preparing',
  Charging: 'charging',
  SuspendedEV: 'charging',
  SuspendedEVSE: 'charging',
  Finishing: 'finishing',
  Faulted: 'faulted',
};

/** The OCPP status that counts for a connector: a charger that is out of order takes its connectors with it. */
export function effectiveStatus(chargerStatus: string, connectorStatus: string): string {
  return chargerStatus === 'Unavailable' || chargerStatus === 'Faulted' ? chargerStatus : connectorStatus;
}

/** A connector's state as drivers see it. Reserved, and anything said by a charger that is offline, is unavailable. */
export function connectorStatus(charger: Omit<ChargerState, 'connectors'>, status: string): ConnectorStatus {
  if (!charger.online) return 'unavailable';
  return CONNECTOR_STATUS[effectiveStatus(charger.status, status)] ?? 'unavailable';
}

/** Counts what a driver could use at a station now. */
export function availabilityOf(chargers: readonly ChargerState[]): Availability {
  const online = chargers.filter((charger) => charger.online);
  const free = online.map((charger) => charger.connectors.filter(({ status }) => isFree(charger, status)).length);
  return {
    activeChargers: free.filter((count) => count > 0).length,
    onlineChargers: online.length,
    freeConnectors: free.reduce((sum, count) => sum + count, 0),
  };
}

export function sameAvailability(a: Availability, b: Availability): boolean {
  return (
    a.activeChargers === b.activeChargers &&
    a.onlineChargers === b.onlineChargers &&
    a.freeConnectors === b.freeConnectors
  );
}

function isFree(charger: ChargerState, status: string): boolean {
  const seen = connectorStatus(charger, status);
  return seen === 'available' || seen === 'preparing';
}
