import type { Coordinates } from '@bijli/contract/geo';
import { external } from '#paths.ts';

/** Opens directions to the place in the device's maps app or site. */
export function openDirections(place: Coordinates): void {
  window.open(external.directions(place), '_blank', 'noopener');
}
