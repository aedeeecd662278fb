import { type OfferedPlugs, plugsFor } from '@bijli/contract/station-plugs';
import type { Charger, Connector, Station } from '@bijli/contract/stations';

/** Why nothing can be had at a station now: no charger is online, no plug that fits is free, or none fits. */
export type NoneFreeReason = 'offline' | 'noneFree' | 'unfit';

export interface StationState {
  whyNone: NoneFreeReason | undefined;
  /** What fits the driver's vehicle; everything where nobody knows what fits. */
  plugs: OfferedPlugs;
  /** The one type of them; empty where they are of several. */
  onlyType: string;
  /** When the first of them is likely to be free, UTC. */
  nextFreeAt: string | undefined;
  /** Why those that fit cannot be had; all are occupied where nothing else is known of them. */
  unavailable: UnavailablePlugs;
}

/** How many plugs cannot be had, by the reason. */
interface UnavailablePlugs {
  occupied: number;
  offline: number;
  outOfService: number;
}

/** What a station has for a vehicle with these connector types. */
export function stateOf(station: Station, chargers: Charger[], types: readonly string[]): StationState {
  const plugs = plugsFor(station, types);
  const fitting = chargers.flatMap(({ charger_status: status, connectors }) =>
    connectors
      .filter((connector) => fits(connector, types))
      .map((connector) => ({ ...connector, isOnline: status === 'online' })),
  );
  const kinds = new Set(fitting.map(({ type }) => type));
  const times = fitting.flatMap(({ free_at: at }) => at ?? []).toSorted();
  return {
    whyNone: whyNoneOf(station, plugs),
    plugs,
    onlyType: types.length > 0 && kinds.size === 1 ? ([...kinds][0] ?? '') : '',
    nextFreeAt: times[0],
    unavailable: unavailableOf(fitting, plugs.total ?? fitting.length),
  };
}

function unavailableOf(plugs: (Pick<Connector, 'status'> & { isOnline: boolean })[], total: number): UnavailablePlugs {
  const online = plugs.filter(({ isOnline }) => isOnline);
  const offline = plugs.length - online.length;
  const outOfService = online.filter(({ status }) => status === 'unavailable' || status === 'faulted').length;
  return { occupied: Math.max(0, total - offline - outOfService), offline, outOfService };
}

/** Nothing that fits is offline or out of service. */
export const isAllOccupied = ({ unavailable }: StationState): boolean =>
  unavailable.offline + unavailable.outOfService === 0;

function whyNoneOf(
  { online_charger: onlineChargers, status }: Station,
  offered: OfferedPlugs,
): NoneFreeReason | undefined {
  if (onlineChargers === 0) return 'offline';
  if (!offered.fits) return 'unfit';
  return status === 0 || offered.free === 0 ? 'noneFree' : undefined;
}

/** Whether a vehicle with these connector types can charge there; any vehicle without. */
export function fits({ type }: Pick<Connector, 'type'>, types: readonly string[]): boolean {
  return types.length === 0 || types.includes(type);
}

/** The chargers in their order, those with a plug that fits before the others. */
export function fittingFirst(chargers: Charger[], types: readonly string[]): Charger[] {
  const isFitting = ({ connectors }: Charger): boolean => connectors.some((connector) => fits(connector, types));
  return [...chargers.filter(isFitting), ...chargers.filter((charger) => !isFitting(charger))];
}
