import { useCallback, useState } from 'react';
import { useClientConfig } from '#api/client-config.ts';
import { useColorScheme } from '#device/color-scheme.ts';
import { type Basemap, hasFullBasemap, useBasemap } from '../basemap/use-basemap.ts';
import { NO_STREETS, type StreetsState } from '../streets/streets-state.ts';
import { type ActivatedOptions, useActivated } from './use-activated.ts';
import { useMapCode } from './use-map-code.ts';

/** Hook: the movable map's code and basemap, once they are wanted, and whether any of it has failed. */
export function useMovingMap({ isWanted, ...when }: ActivatedOptions) {
  // A service with a whole map makes the movable map load at once. Streets alone are no reason to hurry.
  const { data: config } = useClientConfig();
  const hasService = hasFullBasemap(config?.map);
  const { isActivated, reach } = useActivated({ ...when, isWanted: isWanted || hasService });
  const basemap = useBasemap(useColorScheme(), isActivated);
  const code = useMapCode(isActivated);
  const [cannotDraw, setCannotDraw] = useState(false);
  const [mapAttribution, setMapAttribution] = useState('');
  const [streets, setStreets] = useState(NO_STREETS);
  const fail = useCallback(() => setCannotDraw(true), []);
  const loadAgain = () => {
    if (code.isError) void code.refetch();
    basemap.retry();
  };
  return {
    StationMap: cannotDraw ? undefined : code.data?.StationMap,
    basemap: { ...basemap, isFallback: basemap.isFallback || (streets.isNear && streets.hasFailed) },
    /** The attribution to show. Undefined when the map is our own. */
    credit: creditOf(basemap, { mapAttribution, streets }),
    /** Only our own map without streets is visible, so rings and distances are drawn. The static map is our own. */
    showsDistances:
      basemap.from === 'own' && !streets.isShown && (code.data !== undefined || (config !== undefined && !hasService)),
    /** Takes the attribution of a service's sources. */
    onAttribution: setMapAttribution,
    onStreets: setStreets,
    hasFailed: cannotDraw || code.isError || basemap.isError,
    /** The movable map has loaded or is loading. */
    isActivated,
    /** Call it when the driver reaches for the map. */
    reach,
    /** Call it when the map cannot be drawn on this device. */
    fail,
    /** Undefined when loading again would not help. */
    loadAgain: cannotDraw ? undefined : loadAgain,
  };
}

function creditOf(
  { from, attribution, streets: source }: Basemap,
  { mapAttribution, streets }: { mapAttribution: string; streets: StreetsState },
): string | undefined {
  if (from === 'service') return attribution ?? mapAttribution;
  return streets.isShown && streets.isNear ? (attribution ?? source?.attribution) : undefined;
}
