import { priceAt, type Current, type Network, type StationRow } from '#modules/network/index.ts';
import { effectiveStatus } from './availability.ts';

/** The facts that decide whether a start is possible. */
export interface ConnectorForStart {
  stationId: string;
  /** State of India of the station. */
  state: string;
  /** The charge point's link is up and its station in use. */
  isOnline: boolean;
  /** OCPP 1.6 ChargePointStatus as last reported. */
  status: string;
  /** In paise before GST, at that hour. `undefined` if no price is set. */
  pricePaisePerKwh: number | undefined;
  current: Current;
  ratedW: number;
}

interface Known {
  network: Pick<Network, 'findChargePoint' | 'listStationsById' | 'listTariffBands'>;
  isOnline(station: StationRow | undefined, chargePointId: string): boolean;
}

/** Undefined if there is no such connector. */
export async function findConnectorForStart(
  { network, isOnline }: Known,
  { chargePointId, connectorNumber, at }: { chargePointId: string; connectorNumber: number; at: Date },
): Promise<ConnectorForStart | undefined> {
  const chargePoint = await network.findChargePoint(chargePointId);
  const connector = chargePoint?.connectors.find(({ number }) => number === connectorNumber);
  if (!chargePoint || !connector) return undefined;
  const [[station], bands] = await Promise.all([
    network.listStationsById([chargePoint.stationId]),
    network.listTariffBands(chargePoint.stationId),
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
}
