import * as z from 'zod/mini';

/** Amenities to filter by, spelled as station data spells them. */
export const STATION_AMENITIES = ['restroom', 'cafe', 'store', 'car_care'] as const;
/** Minimum powers to filter by, kW. */
export const POWER_STEPS = ['150', '100', '50', '22', '7'] as const;
/** Minimum average ratings to filter by. */
export const RATING_STEPS = ['4.5', '4.0', '3.5', '3.0', '2.0'] as const;

const chosen = z.optional(z.string());

/**
 * Query that filters a list of stations. Several values of a field are separated by `|`, such as
 * `connectors=CCS2|Type 2`. A station must match every field. A value that no station has gives an empty list.
 */
export const stationFilter = {
  /** Ids of the driver's own vehicles. Matches stations with a connector that fits one of them. */
  vehicle: chosen,
  /** Connector types, as `connector_types` names them. One match is enough. */
  connectors: chosen,
  /** AC, DC. One match is enough. */
  current: chosen,
  /** A value of POWER_STEPS: the station has a connector of at least this power. */
  power: chosen,
  /** `now`: open at this moment in Indian time. `24x7`: never closed. Stations without known hours match neither. */
  open: chosen,
  /** Names of networks. One match is enough. */
  network: chosen,
  /** `1`: a charger is free of charge at this hour. */
  free: chosen,
  /**
   * `1`: the station's `status` is 1, it is not closed now, and with `connectors`, `vehicle`, `current` or `car_types`
   * a connector of these types is free. `0`: all other stations.
   */
  available: chosen,
  /** `1`: a charge starts when the cable is plugged in. */
  autocharge: chosen,
  /** public, captive. One match is enough. */
  access: chosen,
  /** Values of STATION_AMENITIES. All must match. */
  amenities: chosen,
  /** A value of RATING_STEPS: the lowest average rating. Stations without reviews do not match. */
  rating: chosen,
};
/** Further query of a list that can be filtered. */
export const ownCar = {
  /**
   * Connector types of the driver's car, separated by `|`. They decide what is free for `available`, for clusters and
   * for the order of a search, unless `connectors` or `vehicle` name others.
   */
  car_types: chosen,
};
export type StationFilterField = keyof typeof stationFilter;
export const STATION_FILTER_FIELDS = Object.keys(stationFilter) as StationFilterField[];

const filterOption = z.object({
  /** The value to send in the field. */
  value: z.string(),
  /** How many stations would match with this value added and all other fields unchanged. */
  count: z.int(),
  /** How many of these match only by a guess from their name. */
  likely: z.optional(z.int()),
  /** The driver's name for a vehicle. */
  name: z.optional(z.string()),
});
export type StationFilterOption = z.infer<typeof filterOption>;
export const filterOptions = z.array(filterOption);
