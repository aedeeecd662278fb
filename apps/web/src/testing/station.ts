import type { Station } from '@bijli/contract/stations';

/** A public station in Bengaluru where a charge can start, with the fields that a test changes. */
export function station(name: string, details: Partial<Station> = {}): Station {
  return {
    id: name,
    property_id: name,
    property_name: name,
    address: `${name} Road`,
    latitude: 12.97,
    longitude: 77.64,
    visibility: 'public',
    active_charger: 1,
    status: 1,
    ...details,
  };
}
/** No connector is free. */
export const NOTHING_FREE: Partial<Station> = { active_charger: 0, status: 0 };

/** A free station at another place. */
export function stationAt(id: string, latitude: number, longitude: number, details: Partial<Station> = {}): Station {
  return { ...station(id), online_charger: 1, latitude, longitude, ...details };
}
