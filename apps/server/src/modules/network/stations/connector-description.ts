import type { ChargePointWithConnectors, StationRow } from '../network.store.ts';

/** The place of a session, as stored in the session. */
export interface ConnectorPlace {
  stationId: string;
  chargePointId: string;
  connector: number;
}

/** The names and address of a connector, for lists and invoices. */
export interface ConnectorDescription {
  stationId: string;
  stationName: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  chargePointName: string;
  /** OCPP connectorId, from 1. */
  connector: number;
  /** This and the power are undefined if an import has removed the connector. */
  connectorType: string | undefined;
  ratedW: number | undefined;
}

/**
 * If the charge point was removed or moved to another station, the session's own station and the charge point's id are
 * shown.
 */
export function describeConnector(
  place: ConnectorPlace,
  station: StationRow | undefined,
  chargePoint: ChargePointWithConnectors | undefined,
): ConnectorDescription {
  const fitted = chargePoint?.connectors.find(({ number }) => number === place.connector);
  return {
    stationId: place.stationId,
    stationName: station?.name ?? '',
    address: station?.address ?? '',
    city: station?.city ?? '',
    state: station?.state ?? '',
    pincode: station?.pincode ?? '',
    country: station?.country ?? '',
    chargePointName: chargePoint?.name ?? place.chargePointId,
    connector: place.connector,
    connectorType: fitted?.type,
    ratedW: fitted?.ratedW,
  };
}
