import { priceAt, type Current, type Network, type StationRow } from '#modules/network/index.ts';
import { effectiveStatus } from './availability.ts';

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

interface Known {
  network: Pick<Network, 'chargePoint' | 'stations' | 'tariff'>;
  isOnline(station: StationRow | undefined, chargePointId: string): boolean;
}

/** `undefined` when there is no such connector. */
export async function connectorForStart(
  { network, isOnline }: Known,
  { chargePointId, connectorNumber, at }: { chargePointId: string; connectorNumber: number; at: Date },
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
}
