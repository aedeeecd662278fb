import { useMemo } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useClientConfig } from '#api/client-config.ts';
import { hasFullBasemap } from '../basemap/use-basemap.ts';
import type { MapExtent } from '../distances/rings.ts';
import { useDistances } from '../distances/use-distances.ts';
import type { PlacedMark } from '../marks/layout.ts';
import type { Padding } from '../view/camera.ts';
import type { Size } from '../view/use-size.ts';
import type { StaticView } from './first-view.ts';

interface StaticDistancesOptions {
  size: Size;
  padding: Padding;
  stations: readonly Station[];
  chosen: Station | undefined;
  position: Coordinates | undefined;
}

/** Hook: what `useDistances` returns for this view. It is drawn until streets or the movable map are there. */
export function useStaticDistances(
  { view, world, corner }: StaticView,
  placed: readonly PlacedMark[],
  { size, padding, stations, chosen, position }: StaticDistancesOptions,
) {
  const hasService = hasFullBasemap(useClientConfig().data?.map);
  const onWorld = useMemo(
    () => placed.map(({ spot, ...one }) => ({ ...one, spot: { x: spot.x - corner.x, y: spot.y - corner.y } })),
    [placed, corner],
  );
  const uncovered = useMemo(
    (): MapExtent => ({
      world,
      left: padding.left - corner.x,
      right: size.width - padding.right - corner.x,
      top: padding.top - corner.y,
      bottom: size.height - padding.bottom - corner.y,
      corner: padding.corner,
      ...(padding.captions && { captions: padding.captions }),
    }),
    [world, corner, size, padding],
  );
  return useDistances({
    uncovered: hasService ? undefined : uncovered,
    mapLibreZoom: view.mapLibreZoom,
    stations,
    placed: onWorld,
    chosen,
    position,
    hasRings: true,
  });
}
