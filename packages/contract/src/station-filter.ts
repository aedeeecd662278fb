import * as z from 'zod/mini';

/** The amenities that can be asked for, as station data names them. */
export const STATION_AMENITIES = ['restroom', 'cafe', 'store', 'car_care'] as const;
/** The average ratings that can be asked for as a minimum. */
export const RATING_STEPS = ['4.5', '4.0', '3.5', '3.0', '2.0'] as const;

const chosen = z.optional(z.string());

/**
 * Narrows a list of stations. Several values of a field are separated by `|`, such as `connectors=CCS2|Type 2`; a station
 * has to suit every field that is sent. A value that no station has leaves none.
 */
export const stationFilter = {
  /** Ids of the driver's own vehicles: stations with a connector that fits one of them. */
  vehicle: chosen,
  /** Connector types, as `connector_types` names them; one is enough. */
  connectors: chosen,
  /** AC, DC; one is enough. */
  current: chosen,
  /** `now`: open at this moment, in India time; `24x7`: never closed. Stations whose hours nobody has told are neither. */
  open: chosen,
  /** Names of networks; one is enough. */
  network: chosen,
  /** `1`: a charger that costs nothing at this hour. */
  free: chosen,
  /** `1` or `0`: its `status`. */
  available: chosen,
  /** `1`: the charge starts by plugging in. */
  autocharge: chosen,
  /** public, captive; one is enough. */
  access: chosen,
  /** Of STATION_AMENITIES; every one is needed. */
  amenities: chosen,
  /** Of RATING_STEPS: an average rating of at least this much. Stations without reviews have none. */
  rating: chosen,
};
export type StationFilterField = keyof typeof stationFilter;
export const STATION_FILTER_FIELDS = Object.keys(stationFilter) as StationFilterField[];

const filterOption = z.object({
  /** What to send in the field. */
  value: z.string(),
  /** How many stations choosing it would leave, with the text and every other field as they are. */
  count: z.int(),
  /** Of these, how many have it by a guess from their name. */
  likely: z.optional(z.int()),
  /** Of a vehicle: what the driver knows it by. */
  name: z.optional(z.string()),
});
export type StationFilterOption = z.infer<typeof filterOption>;
export const filterOptions = z.array(filterOption);
