import { type Current, currentOfPlug } from '@bijli/contract/charge-time';
import type { Charger, Connector } from '@bijli/contract/chargers';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { fits } from './station-state.ts';

/** True if a charge can start at this connector: its charger is online, and it is free or only plugged in. */
export function isSelectable(charger: Pick<Charger, 'charger_status'>, connector: Pick<Connector, 'status'>): boolean {
  return charger.charger_status === 'online' && (connector.status === 'available' || connector.status === 'preparing');
}

/** A connector with its charger. */
export interface ConnectorOfCharger {
  charger: Charger;
  connector: Connector;
}

/** A connector as it is now, free or not. Undefined if it no longer exists. */
export function selectedConnector(
  chargers: Charger[],
  connectorId: string | undefined,
): ConnectorOfCharger | undefined {
  return connectorsOf(chargers).find(({ connector }) => connector.connector_id === connectorId);
}

/** The free connectors that fit these types: the most powerful first, and of equals the cheaper one first. */
export function freeFor(chargers: Charger[], types: readonly string[]): ConnectorOfCharger[] {
  return connectorsOf(chargers)
    .filter(({ charger, connector }) => isSelectable(charger, connector) && connector.status === 'available')
    .filter(({ connector }) => fits(connector, types))
    .toSorted((a, b) => powerOf(b) - powerOf(a) || (priceOf(a) ?? Infinity) - (priceOf(b) ?? Infinity));
}

/**
 * The connector that is chosen for the driver: the best free one that fits. Undefined if the types are unknown, or if a
 * fitting connector is plugged in already, because the car may be the driver's.
 */
export function suggestedFor(chargers: Charger[], types: readonly string[]): ConnectorOfCharger | undefined {
  const isPlugged = connectorsOf(chargers).some(
    ({ charger, connector }) =>
      isSelectable(charger, connector) && connector.status === 'preparing' && fits(connector, types),
  );
  return types.length === 0 || isPlugged ? undefined : freeFor(chargers, types)[0];
}

/** All connectors of these chargers. */
export const connectorsOf = (chargers: Charger[]): ConnectorOfCharger[] =>
  chargers.flatMap((charger) => charger.connectors.map((connector) => ({ charger, connector })));

/** kW of the connector, or of its charger if the connector's is unknown. */
export function powerOf({ charger, connector }: ConnectorOfCharger): number {
  return connector.power ?? charger.power_output;
}

/** Rupees per kWh before GST. 0 if charging is known to be free. Undefined if the price is unknown. */
export function priceOf({
  charger,
  connector,
}: Pick<ConnectorOfCharger, 'charger'> & Partial<ConnectorOfCharger>): number | undefined {
  const price = connector?.price_per_unit ?? charger.price_per_unit;
  const isKnown = price > 0 ? charger.price_known !== false : charger.price_known === true;
  return isKnown ? price : undefined;
}

/** False when a connector has a price of its own. Then the charger's price is not valid for all its connectors. */
export function hasOnePrice({ connectors }: Pick<Charger, 'connectors'>): boolean {
  return connectors.every(({ price_per_unit: own }) => own === undefined);
}

/** The current of a connector. If its charger does not state it, the connector type decides. */
export function currentOf({ charger, connector }: ConnectorOfCharger): Current {
  if (charger.current === undefined) return currentOfPlug(connector.type);
  return charger.current === 'DC' ? 'DC' : 'AC';
}

/** kW that the vehicle takes of this current. Undefined if no source states the figure. */
export function kilowattsTaken(chosen: ConnectorOfCharger, vehicle: OwnVehicle | undefined): number | undefined {
  return currentOf(chosen) === 'AC' ? vehicle?.ac_max_power : vehicle?.dc_max_power;
}
