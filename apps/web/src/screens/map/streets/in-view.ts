import type { Bounds, Coordinates } from '@bijli/contract/geo';
import type { TileAt } from '../basemap/map-service.ts';
import { mercator } from '../marks/mercator.ts';

/** The tiles that the map draws in a view. */
export function tilesIn({ west, south, east, north }: Bounds, zoom: number, maxzoom: number): TileAt[] {
  const z = Math.min(Math.floor(zoom), maxzoom);
  const first = columnAndRow({ latitude: north, longitude: west }, z);
  const last = columnAndRow({ latitude: south, longitude: east }, z);
  const tiles: TileAt[] = [];
  for (let x = first.x; x <= last.x; x += 1) for (let y = first.y; y <= last.y; y += 1) tiles.push({ z, x, y });
  return tiles;
}

function columnAndRow(place: Coordinates, z: number) {
  const { x, y } = mercator(place);
  return { x: Math.floor(x * 2 ** z), y: Math.floor(y * 2 ** z) };
}
