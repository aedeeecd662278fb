import type { Coordinates } from '@bijli/contract/geo';

let mapMiddle: Coordinates | undefined;

/**
 * Stores the centre of the driver's view of the map while the app is open. Undefined when the view is half of India.
 */
export function noteMapMiddle(place: Coordinates | undefined): void {
  mapMiddle = place;
}

/** The last centre of the driver's view of the map. */
export function lastMapMiddle(): Coordinates | undefined {
  return mapMiddle;
}
