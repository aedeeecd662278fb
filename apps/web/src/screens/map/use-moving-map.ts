import { useCallback, useState } from 'react';
import { useClientConfig } from '#api/support.ts';
import { useColorScheme } from '#device/color-scheme.ts';
import { type ActivatedOptions, useActivated } from './use-activated.ts';
import { useBasemap } from './use-basemap.ts';
import { useMapCode } from './use-map-code.ts';

/** The map that moves: its code and what lies under its pins, once it is wanted, and whether any of it could not be had. */
export function useMovingMap({ isWanted, isReady }: ActivatedOptions) {
  const hasService = Boolean(useClientConfig().data?.map);
  const { isActivated, reach } = useActivated({ isWanted: isWanted || hasService, isReady });
  const basemap = useBasemap(useColorScheme(), isActivated);
  const code = useMapCode(isActivated);
  const [cannotDraw, setCannotDraw] = useState(false);
  const fail = useCallback(() => setCannotDraw(true), []);
  const loadAgain = () => {
    if (code.isError) void code.refetch();
    basemap.retry();
  };
  return {
    StationMap: cannotDraw ? undefined : code.data?.StationMap,
    basemap,
    hasFailed: cannotDraw || code.isError || basemap.isError,
    /** When the driver reaches for it. */
    reach,
    /** When it cannot be drawn on this device. */
    fail,
    /** Undefined where that would be of no use. */
    loadAgain: cannotDraw ? undefined : loadAgain,
  };
}
