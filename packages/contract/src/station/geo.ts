const EARTH_RADIUS_KM = 6371;

export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** A rectangle in degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The area that the map shows at first. */
export const INDIA: Bounds = {
  south: 6.74,
  west: 68.147,
  north: 35.674,
  east: 97.344,
};

/** Great-circle distance in kilometres on a sphere with a radius of 6371 km (haversine). */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const rad = Math.PI / 180;
  const dLat = (b.latitude - a.latitude) * rad;
  const dLng = (b.longitude - a.longitude) * rad;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** True if the numbers are a latitude and a longitude in degrees. */
export function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/** True if the place is in the rectangle or on its edge. */
export function contains({ west, south, east, north }: Bounds, { latitude, longitude }: Coordinates): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** True if no part of the inner rectangle is outside the outer one. */
export function encloses(outer: Bounds, inner: Bounds): boolean {
  return (
    inner.west >= outer.west && inner.east <= outer.east && inner.south >= outer.south && inner.north <= outer.north
  );
}

/** A road is this much longer than the straight line. */
const ROAD_FACTOR = 1.35;
/** The kilometres of a drive in order, and the speed in km/h on each part. */
const DRIVE: readonly { upToKm: number; kmh: number }[] = [
  { upToKm: 5, kmh: 18 },
  { upToKm: 15, kmh: 24 },
  { upToKm: 60, kmh: 45 },
  { upToKm: Infinity, kmh: 70 },
];

/** Estimated minutes of a drive over this straight distance, rounded up. Traffic is not considered. */
export function driveMinutes(straightKm: number): number {
  const roadKm = straightKm * ROAD_FACTOR;
  let hours = 0;
  let fromKm = 0;
  for (const { upToKm, kmh } of DRIVE) {
    hours += Math.max(0, Math.min(roadKm, upToKm) - fromKm) / kmh;
    fromKm = upToKm;
  }
  return Math.ceil(hours * 60);
}
