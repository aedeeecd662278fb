import type { ChargerWithConnectors, StationRow } from './network.store.ts';

/** Where a charge runs or ran, as the charge itself remembers it. */
export interface ConnectorPlace {
  stationId: string;
  chargerId: string;
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
  chargerName: string;
  /** OCPP connectorId */
  connector: number;
  /** Undefined, as is its power, when the network no longer knows the connector: an import may have removed it. */
  connectorType: string | undefined;
  maxW: number | undefined;
}

/** A charger that went or moved to another station since leaves the charge's own station and the charger's id. */
export function describeConnector(
  place: ConnectorPlace,
  station: StationRow | undefined,
  charger: ChargerWithConnectors | undefined,
): ConnectorDescription {
  const fitted = charger?.connectors.find(({ number }) => number === place.connector);
  return {
    stationId: place.stationId,
    stationName: station?.name ?? '',
    address: station?.address ?? '',
    city: station?.city ?? '',
    state: station?.state ?? '',
    pincode: station?.pincode ?? '',
    country: station?.country ?? '',
    chargerName: charger?.name ?? place.chargerId,
    connector: place.connector,
    connectorType: fitted?.type,
    maxW: fitted?.maxW,
  };
}
