import type { Charger, Connector } from '@bijli/contract/stations';

/** Whether a charge can be asked for at this connector: its charger is online, and it is free or only plugged in. */
export function isSelectable(charger: Pick<Charger, 'charger_status'>, connector: Pick<Connector, 'status'>): boolean {
  return charger.charger_status === 'online' && (connector.status === 'available' || connector.status === 'preparing');
}

/** A connector that was chosen, with its charger. */
export interface Chosen {
  charger: Charger;
  connector: Connector;
}

/** The chosen connector as it is now; nothing when it is gone or can no longer be chosen. */
export function chosenNow(chargers: Charger[], connectorId: string | undefined): Chosen | undefined {
  for (const charger of chargers) {
    const connector = charger.connectors.find(({ connector_id }) => connector_id === connectorId);
    if (connector) return isSelectable(charger, connector) ? { charger, connector } : undefined;
  }
  return undefined;
}

/** kW of the connector, or of its charger when it does not tell. */
export function powerOf({ charger, connector }: Chosen): number {
  return connector.power ?? charger.power_output;
}

/** Rupees per kWh before GST, 0 where it is known to cost nothing; nothing when nobody has told a price. */
export function priceOf({ charger, connector }: Pick<Chosen, 'charger'> & Partial<Chosen>): number | undefined {
  const price = connector?.price_per_unit ?? charger.price_per_unit;
  const isKnown = price > 0 ? charger.price_known !== false : charger.price_known === true;
  return isKnown ? price : undefined;
}
