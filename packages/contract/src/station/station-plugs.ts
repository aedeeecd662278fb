import { type Current, currentOfPlug } from '../charge/charge-time.ts';
import type { Station, StationAvailability } from '../driver/stations.ts';
import { isFreeNow, pinState, type PinState } from './pin-state.ts';

/**
 * What a station's label, card and page say about its connectors: those of the best type that fits, or all when it is
 * not known what fits.
 */
export interface OfferedPlugs {
  /** True if a connector fits. */
  fits: boolean;
  free: number;
  /** Undefined if the station does not tell. */
  total: number | undefined;
  /**
   * kW, and rupees per kWh before GST, of the same connector: the strongest free one, or the strongest of all when none
   * is free.
   */
  power: number | undefined;
  price: number | undefined;
  /** Type of that connector, if the station tells its connectors apart. */
  type?: string | undefined;
  /** UTC. When none is free: the likely time of the first free one, if it is known. */
  freeAt?: string | undefined;
}

/** What decides whether a station is free now. */
export interface FreeNow extends Pick<Station, 'status' | 'open_now' | 'connector_types' | 'connectors_free'> {
  plugs?: readonly { type: string; free: number }[] | undefined;
}

/**
 * The one rule for *free now*: a station is open, and a connector is free there, of one of these types if there are
 * any. Pins, cards, lists, filters and counts follow it, in the app and on the server.
 */
export function isFreeFor(station: FreeNow, types: readonly string[] = []): boolean {
  if (!isFreeNow(station)) return false;
  if (types.length === 0) return true;
  const { fits, free } = plugFitOf(station, types);
  return fits && free > 0;
}

/** True if a station matches a value of the filter's field `available`: `1` is free for these types, `0` is not. */
export function matchesAvailable(station: FreeNow, value: string, types?: readonly string[]): boolean {
  return isFreeFor(station, types) === (value === '1');
}

interface WantedByFilter {
  connectors?: readonly string[] | undefined;
  /** The types of the filter's vehicles. */
  vehicles?: readonly string[] | undefined;
  /** AC, DC. */
  currents?: readonly string[] | undefined;
}

const CURRENTS: readonly Current[] = ['AC', 'DC'];

/**
 * The connector types that *free now* is about, empty for any: those that the filter names, those of its vehicles, or
 * those of both. Without them it is those of the driver's car. Of these it is those of the filter's current, if it
 * names one. If none of the car's has it, `AC` or `DC` stands for every type of that current.
 */
export function wantedTypes(filter: WantedByFilter, car: readonly string[] = []): readonly string[] {
  const { connectors, vehicles, currents } = filter;
  const named = connectors || vehicles ? namedTypes(connectors, vehicles) : undefined;
  const types = named ?? car;
  const wanted = currents && CURRENTS.filter((current) => currents.includes(current));
  if (wanted?.length !== 1) return types;
  const ofCurrent = types.filter((type) => isWantedType(wanted, type));
  return ofCurrent.length > 0 ? ofCurrent : (named ?? wanted);
}

function namedTypes(connectors?: readonly string[], vehicles?: readonly string[]): readonly string[] {
  if (!connectors || !vehicles) return connectors ?? vehicles ?? [];
  const both = connectors.filter((type) => vehicles.includes(type));
  return both.length > 0 ? both : connectors;
}

/** True if a connector's type is one of these, which `wantedTypes` has returned. */
export function isWantedType(types: readonly string[], type: string): boolean {
  return types.includes(type) || types.includes(currentOfPlug(type));
}

/**
 * Returns `fits`, which is true if a station has a connector for a vehicle with these types, and how many of those
 * connectors are free. A pin needs no more.
 */
export function plugFitOf(station: FreeNow, types: readonly string[] = []): Pick<OfferedPlugs, 'fits' | 'free'> {
  const { plugs } = station;
  if (!plugs || plugs.length === 0) return unknownFit(station, types);
  const found = { fits: false, free: 0 };
  for (const { type, free } of plugs) {
    if (types.length > 0 && !isWantedType(types, type)) continue;
    found.fits = true;
    found.free += free;
  }
  return found;
}

/**
 * The one rule for how many plugs are free: what a station offers a vehicle with these connector types. Count, power
 * and price are of one of these types, the best for the vehicle, which labels, cards and pages can name. Without types
 * all connectors count.
 */
export function plugsFor(station: Station, types: readonly string[] = []): OfferedPlugs {
  const { plugs } = station;
  if (!plugs || plugs.length === 0) return unknownPlugs(station, types);
  const fitting = types.length === 0 ? plugs : plugs.filter(({ type }) => isWantedType(types, type));
  const best = bestOf(fitting);
  const counted = types.length === 0 ? plugs : fitting.filter(({ type }) => type === best?.type);
  const free = counted.reduce((sum, plug) => sum + plug.free, 0);
  return {
    fits: fitting.length > 0,
    free,
    total: counted.reduce((sum, { total }) => sum + total, 0),
    power: best?.power,
    price: best?.price,
    type: best?.type,
    freeAt: free > 0 ? undefined : counted.flatMap(({ free_at: at }) => at ?? []).toSorted()[0],
  };
}

type Plugs = NonNullable<Station['plugs']>;

/** The strongest free plug, or the strongest of all if none is free. Of equals the cheaper one. */
function bestOf(plugs: Plugs): Plugs[number] | undefined {
  const free = plugs.filter((plug) => plug.free > 0);
  const candidates = free.length > 0 ? free : plugs;
  return candidates.toSorted(
    (a, b) => (b.power ?? 0) - (a.power ?? 0) || (a.price ?? Infinity) - (b.price ?? Infinity),
  )[0];
}

/** How the pin looks for a vehicle with these connector types: `free` when one that fits is free. */
export function pinStateFor(station: Station, types: readonly string[] | undefined): PinState {
  const state = pinState(station);
  return state === 'free' && plugFitOf(station, types).fits && !isFreeFor(station, types) ? 'busy' : state;
}

/** For a station that does not tell its connectors apart. */
function unknownPlugs(station: Station, types: readonly string[]): OfferedPlugs {
  return {
    ...unknownFit(station, types),
    total: station.connectors_total,
    power: station.power_max,
    price: station.price_from,
  };
}

/** A station whose types are not known counts as fitting. */
function unknownFit(station: FreeNow, types: readonly string[]): Pick<OfferedPlugs, 'fits' | 'free'> {
  const known = station.connector_types ?? [];
  return {
    fits: types.length === 0 || known.length === 0 || known.some((type) => isWantedType(types, type)),
    free: station.connectors_free ?? (station.status === 1 ? 1 : 0),
  };
}

/** Returns a station with its present availability. */
export function withAvailability(
  station: Omit<Station, keyof StationAvailability>,
  { plugs_free: free, ...counts }: StationAvailability,
): Station {
  if (!station.plugs || !free) return { ...station, ...counts };
  const freeOf = ({ type, power }: { type: string; power?: number | undefined }): number =>
    free.find((one) => one.type === type && one.power === power)?.free ?? 0;
  const plugs = station.plugs.map(({ free_at: at, ...plug }) => {
    const counted = { ...plug, free: freeOf(plug) };
    return counted.free === 0 && at !== undefined ? { ...counted, free_at: at } : counted;
  });
  return { ...station, ...counts, plugs };
}
