import type { Charger } from '@bijli/contract/chargers';
import type { Sticker } from '@bijli/contract/sticker';
import { type ConnectorOfCharger, connectorsOf, freeFor, isSelectable } from './selectable.ts';
import { fits } from './station-state.ts';

/** What the driver has scanned: the charger, and the connector if one can be told. */
export interface Scanned {
  charger: Charger;
  chosen: ConnectorOfCharger | undefined;
}

/**
 * Finds what a sticker names at its station. If it names only the charger, `chosen` is its only connector, otherwise
 * the one that is plugged in, otherwise the best free one that fits. Undefined when the station has no such charger.
 */
export function onSticker(
  chargers: Charger[],
  { charger: chargerId, connector: number }: Sticker,
  types: readonly string[],
): Scanned | undefined {
  const charger = chargers.find(({ charger_id: id }) => id === chargerId);
  if (!charger) return undefined;
  const all = connectorsOf([charger]);
  const named = all.find(({ connector }) => connector.oem_connector_number === number);
  const only = all.length === 1 ? all[0] : undefined;
  const pluggedIn = all.find(
    ({ connector }) => connector.status === 'preparing' && isSelectable(charger, connector) && fits(connector, types),
  );
  return { charger, chosen: named ?? only ?? pluggedIn ?? freeFor([charger], types)[0] };
}

export type StickerState = 'free' | 'plugged' | 'unfit' | 'taken' | 'out';

/** Whether a vehicle with these connector types can charge at the scanned charger, and if not, why. */
export function stickerState({ charger, chosen }: Scanned, types: readonly string[]): StickerState {
  if (charger.charger_status !== 'online') return 'out';
  const considered = chosen ? [chosen.connector] : charger.connectors;
  if (!considered.some((connector) => fits(connector, types))) return 'unfit';
  if (!chosen) return 'taken';
  const { status } = chosen.connector;
  if (status === 'available') return 'free';
  if (status === 'preparing') return 'plugged';
  return status === 'charging' || status === 'finishing' ? 'taken' : 'out';
}
