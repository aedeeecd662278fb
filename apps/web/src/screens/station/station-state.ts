import type { Charger, Connector } from '@bijli/contract/chargers';
import { isWantedType, type OfferedPlugs, plugsFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';

/** Why no charge can start at a station now: no charger is online, no fitting connector is free, or none fits. */
export type NoneFreeReason = 'offline' | 'noneFree' | 'unfit';

export interface StationState {
  whyNone: NoneFreeReason | undefined;
  /** The counted connectors: those of the best type that fits the driver's vehicle, or all when no types are known. */
  plugs: OfferedPlugs;
  /** Their type if they all have the same one, otherwise empty. */
  onlyType: string;
  /** UTC. When the first of them is likely to be free. */
  nextFreeAt: string | undefined;
  /** Why they are not available. Without a known reason they count as occupied. */
  unavailable: UnavailablePlugs;
}

/** Number of connectors that are not available, by reason. */
interface UnavailablePlugs {
  occupied: number;
  offline: number;
  outOfService: number;
}

/** The state of a station for a vehicle with these connector types. */
export function stateOf(station: Station, chargers: Charger[], types: readonly string[]): StationState {
  const plugs = plugsFor(station, types);
  const countedTypes = types.length > 0 && plugs.type !== undefined ? [plugs.type] : types;
  const counted = chargers.flatMap(({ charger_status: status, connectors }) =>
    connectors
      .filter((connector) => fits(connector, countedTypes))
      .map((connector) => ({ ...connector, isOnline: status === 'online' })),
  );
  const kinds = new Set(counted.map(({ type }) => type));
  const times = counted.flatMap(({ free_at: at }) => at ?? []).toSorted();
  return {
    whyNone: whyNoneOf(station, plugs),
    plugs,
    onlyType: types.length > 0 && kinds.size === 1 ? ([...kinds][0] ?? '') : '',
    nextFreeAt: times[0],
    unavailable: unavailableOf(counted, plugs.total ?? counted.length),
  };
}

function unavailableOf(plugs: (Pick<Connector, 'status'> & { isOnline: boolean })[], total: number): UnavailablePlugs {
  const online = plugs.filter(({ isOnline }) => isOnline);
  const offline = plugs.length - online.length;
  const outOfService = online.filter(({ status }) => status === 'unavailable' || status === 'faulted').length;
  return { occupied: Math.max(0, total - offline - outOfService), offline, outOfService };
}

/** True when no counted connector is offline or out of service. */
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

/** True when a vehicle with these connector types can charge at the connector. Without types, every vehicle can. */
export function fits({ type }: Pick<Connector, 'type'>, types: readonly string[]): boolean {
  return types.length === 0 || isWantedType(types, type);
}

/** Chargers with a fitting connector first, otherwise in their order. */
export function fittingFirst(chargers: Charger[], types: readonly string[]): Charger[] {
  const isFitting = ({ connectors }: Charger): boolean => connectors.some((connector) => fits(connector, types));
  return [...chargers.filter(isFitting), ...chargers.filter((charger) => !isFitting(charger))];
}
