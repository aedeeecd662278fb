import { isOnEarth, type Coordinates } from '@bijli/contract/geo';
import { createStoredValue } from './stored-value.ts';

/** What the driver looked at on the map. */
interface LastPlace extends Coordinates {
  /** As MapLibre counts it. */
  mapLibreZoom: number;
}

const stored = createStoredValue<Partial<LastPlace>>('map-place', {}, (entry) => {
  const { latitude, longitude, mapLibreZoom } = (entry ?? {}) as Partial<LastPlace>;
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || typeof mapLibreZoom !== 'number') return {};
  return isOnEarth(latitude, longitude) && Number.isFinite(mapLibreZoom) ? { latitude, longitude, mapLibreZoom } : {};
});

/** The place on the map where the driver was last on this device; undefined if there is none. */
export function lastPlace(): LastPlace | undefined {
  const place = stored.get();
  return place.latitude === undefined ? undefined : (place as LastPlace);
}

/** Kept to ten metres. */
export function keepLastPlace({ latitude, longitude, mapLibreZoom }: LastPlace): void {
  const round = (figure: number) => Math.round(figure * 1e4) / 1e4;
  stored.set({ latitude: round(latitude), longitude: round(longitude), mapLibreZoom: round(mapLibreZoom) });
}
