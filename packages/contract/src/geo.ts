const EARTH_RADIUS_KM = 6371;

export interface Place {
  latitude: number;
  longitude: number;
}

/** The box that the map opens on. */
export const INDIA: { south: number; west: number; north: number; east: number } = {
  south: 6.74,
  west: 68.147,
  north: 35.674,
  east: 97.344,
};

/** Great-circle distance in kilometres on a sphere of radius 6371 km (haversine). */
export function distanceKm(a: Place, b: Place): number {
  const rad = Math.PI / 180;
  const dLat = (b.latitude - a.latitude) * rad;
  const dLng = (b.longitude - a.longitude) * rad;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Whether the numbers name a point on Earth. */
export function isPlace(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
