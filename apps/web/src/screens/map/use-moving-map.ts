import { useCallback, useState } from 'react';
import { useClientConfig } from '#api/client-config.ts';
import { useColorScheme } from '#device/color-scheme.ts';
import { NO_STREETS, type StreetsState } from './streets/streets-state.ts';
import { type ActivatedOptions, useActivated } from './use-activated.ts';
import { type Basemap, hasFullBasemap, useBasemap } from './use-basemap.ts';
import { useMapCode } from './use-map-code.ts';

/** The map that moves: its code and what lies under its pins, once it is wanted, and whether any of it could not be had. */
export function useMovingMap({ isWanted, ...when }: ActivatedOptions) {
  // Streets come onto a map that moves already, and nobody waits for them.
  const hasService = hasFullBasemap(useClientConfig().data?.map);
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
    /** Whose map is to be seen; undefined where it is our own. */
    credit: creditOf(basemap, { mapAttribution, streets }),
    /** Nothing but our own ground is to be seen. */
    isChart: code.data !== undefined && basemap.from === 'own' && !streets.isShown,
    /** What the sources of a service's map ask to be shown. */
    onAttribution: setMapAttribution,
    onStreets: setStreets,
    hasFailed: cannotDraw || code.isError || basemap.isError,
    /** It is there or on its way. */
    isActivated,
    /** When the driver reaches for it. */
    reach,
    /** When it cannot be drawn on this device. */
    fail,
    /** Undefined where that would be of no use. */
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
