import type { Bounds, Coordinates } from '@bijli/contract/geo';

/** A part of the map with its zoom, in tiles of 256 px. */
export interface ZoomedWindow extends Bounds {
  zoom: number;
}

/** The whole world, at the zoom with which the map opens. */
export const EVERYWHERE: ZoomedWindow = { west: -180, south: -90, east: 180, north: 90, zoom: 4 };

const CARDS_DEGREES = 0.3;
const CARDS_ZOOM = 12;
const FAR_DEGREES = 12;
const FAR_ZOOM = 9;

/** The window of the cards near a place. */
export function windowNear(place: Coordinates): ZoomedWindow {
  return snapped(windowAround(place, CARDS_DEGREES, CARDS_ZOOM));
}

/** The window of the cards when nothing is near: within a day's drive. */
export function windowFarAround(place: Coordinates): ZoomedWindow {
  return snapped(windowAround(place, FAR_DEGREES, FAR_ZOOM));
}

function windowAround({ latitude, longitude }: Coordinates, degrees: number, zoom: number): ZoomedWindow {
  return {
    west: longitude - degrees,
    south: latitude - degrees,
    east: longitude + degrees,
    north: latitude + degrees,
    zoom,
  };
}

/**
 * Extends the window to the edges of tiles, so that maps of the same place make the same request and small moves make
 * none.
 */
export function snapped({ west, south, east, north, zoom }: ZoomedWindow): ZoomedWindow {
  const wholeZoom = Math.floor(zoom);
  const tile = 360 / 2 ** wholeZoom;
  const edge = (round: (tiles: number) => number, degrees: number) => Number((round(degrees / tile) * tile).toFixed(6));
  return {
    west: Math.max(-180, edge(Math.floor, west)),
    south: Math.max(-90, edge(Math.floor, south)),
    east: Math.min(180, edge(Math.ceil, east)),
    north: Math.min(90, edge(Math.ceil, north)),
    zoom: wholeZoom,
  };
}

/** The same text for windows with the same values. */
export function windowKey(window: ZoomedWindow | undefined): string | undefined {
  return window && Object.values(window).join();
}
