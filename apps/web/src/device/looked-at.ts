import type { Coordinates } from '@bijli/contract/geo';

let lookedAt: Coordinates | undefined;

/** The middle of what the driver looks at on the map, for as long as the app is open; undefined where that is half of India. */
export function setLookedAt(place: Coordinates | undefined): void {
  lookedAt = place;
}

/** Where on the map the driver has gone last. */
export function lastLookedAt(): Coordinates | undefined {
  return lookedAt;
}
