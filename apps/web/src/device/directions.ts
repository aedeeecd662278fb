import type { Coordinates } from '@bijli/contract/geo';
import { external } from '#paths.ts';

/** Opens directions to the place in the maps app or site of the device. */
export function openDirections(place: Coordinates): void {
  window.open(external.directions(place), '_blank', 'noopener');
}
