import type { Coordinates } from '@bijli/contract/geo';

let mapMiddle: Coordinates | undefined;

/** The middle of what the driver looks at on the map, for as long as the app is open; undefined where that is half of India. */
export function noteMapMiddle(place: Coordinates | undefined): void {
  mapMiddle = place;
}

/** Where on the map the driver has gone last. */
export function lastMapMiddle(): Coordinates | undefined {
  return mapMiddle;
}
