import type { Charger } from '@bijli/contract/stations';
import type { Sticker } from '@bijli/contract/sticker';
import { type ConnectorOfCharger, connectorsOf, freeFor, isSelectable } from './selectable.ts';
import { fits } from './station-state.ts';

/** What the driver stands before: the charger, and the connector that is meant there, if one is. */
export interface Scanned {
  charger: Charger;
  plug: ConnectorOfCharger | undefined;
}

/**
 * What a sticker names at its station. Where it names the charger alone: its one connector, else what is plugged in, else the
 * best that is free and fits; nothing where there is none.
 */
export function onSticker(
  chargers: Charger[],
  { charger: chargerId, connector: number }: Sticker,
  types: readonly string[],
): Scanned | undefined {
  const charger = chargers.find(({ charger_id: id }) => id === chargerId);
  if (!charger) return undefined;
  const plugs = connectorsOf([charger]);
  const named = plugs.find(({ connector }) => connector.oem_connector_number === number);
  const only = plugs.length === 1 ? plugs[0] : undefined;
  const pluggedIn = plugs.find(
    ({ connector }) => connector.status === 'preparing' && isSelectable(charger, connector) && fits(connector, types),
  );
  return { charger, plug: named ?? only ?? pluggedIn ?? freeFor([charger], types)[0] };
}

export type PlugState = 'free' | 'plugged' | 'unfit' | 'taken' | 'out';

/** Whether a charge can be had there by a vehicle with these connector types, and if not why. */
export function plugState({ charger, plug }: Scanned, types: readonly string[]): PlugState {
  if (charger.charger_status !== 'online') return 'out';
  if (!charger.connectors.some((connector) => (plug ? connector === plug.connector : true) && fits(connector, types)))
    return 'unfit';
  if (!plug) return 'taken';
  const { status } = plug.connector;
  if (status === 'available') return 'free';
  if (status === 'preparing') return 'plugged';
  return status === 'charging' || status === 'finishing' ? 'taken' : 'out';
}
