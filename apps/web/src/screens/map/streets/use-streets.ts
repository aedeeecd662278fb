import type { Map, MapSourceDataEvent } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { tileUrl, type TileAt } from '../basemap/map-service.ts';
import { reuseIfEqual } from '../reuse-if-equal.ts';
import { edgesOf } from '../view/camera.ts';
import { tilesIn } from './in-view.ts';
import { STREETS_ZOOM } from './street-layer.ts';
import type { StreetSource } from './street-source.ts';
import type { StreetTiles } from './street-tiles.ts';
import { NO_STREETS, type StreetsState } from './streets-state.ts';

export const STREETS = 'streets';
/** Failed tiles are requested again when the map is moved, at most this often, and when the network is back. */
const REST_MS = 15_000;

/** Hook: whether streets are shown now. */
export function useStreets(map: Map | undefined, source: StreetSource, tiles: StreetTiles): StreetsState {
  const [state, setState] = useState(NO_STREETS);
  useEffect(() => {
    if (!map) return;
    let failedAtMs: number | undefined;
    const failedTiles = (): TileAt[] => {
      const seen = tilesIn(edgesOf(map), map.getZoom(), source.maxzoom);
      return seen.filter((tile) => tiles.hasFailed(tileUrl(source.tiles, tile)));
    };
    const look = () => {
      const isNear = map.getZoom() >= STREETS_ZOOM;
      if (!isNear || !map.getSource(STREETS) || !map.isSourceLoaded(STREETS)) return change({ isNear });
      const hasFailed = failedTiles().length > 0;
      failedAtMs = hasFailed ? (failedAtMs ?? performance.now()) : undefined;
      return change({ isNear, hasFailed, isShown: !hasFailed });
    };
    const change = (next: Partial<StreetsState>) => setState((now) => reuseIfEqual(now, { ...now, ...next }));
    const heard = ({ sourceId, isSourceLoaded }: MapSourceDataEvent) =>
      sourceId === STREETS && isSourceLoaded && look();
    const fetchMissing = () => {
      const missing = failedTiles();
      tiles.forget();
      failedAtMs = undefined;
      if (map.getSource(STREETS) && missing.length > 0) map.refreshTiles(STREETS, missing);
    };
    const moved = () => {
      if (failedAtMs !== undefined && performance.now() - failedAtMs > REST_MS) fetchMissing();
      look();
    };
    map.on('sourcedata', heard);
    map.on('idle', look);
    map.on('moveend', moved);
    globalThis.addEventListener('online', fetchMissing);
    return () => {
      map.off('sourcedata', heard);
      map.off('idle', look);
      map.off('moveend', moved);
      globalThis.removeEventListener('online', fetchMissing);
    };
  }, [map, source, tiles]);
  return state;
}
