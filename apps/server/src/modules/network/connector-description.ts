import type { ChargePointWithConnectors, StationRow } from './network.store.ts';

/** Where a session runs or ran, as the session itself remembers it. */
export interface ConnectorPlace {
  stationId: string;
  chargePointId: string;
  connector: number;
}

/** A connector in names and addresses, for lists and invoices. */
export interface ConnectorDescription {
  stationId: string;
  stationName: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  chargePointName: string;
  /** OCPP connectorId */
  connector: number;
  /** Undefined, as is its power, when the network no longer knows the connector: an import may have removed it. */
  connectorType: string | undefined;
  ratedW: number | undefined;
}

/** A charge point that went or moved to another station since leaves the session's own station and the charge point's id. */
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
