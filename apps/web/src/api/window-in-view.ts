import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { encloses } from '@bijli/contract/geo';
import type { StationFilter } from '#device/stored-filter.ts';
import { windowQueryOf } from './map-windows.ts';
import { EVERYWHERE, snapped, windowKey, type ZoomedWindow } from './zoomed-window.ts';

export interface WindowsToAsk {
  /** What the map shows. Undefined until that is known. */
  view: ZoomedWindow | undefined;
  /** A window around where the map opens. Its answer serves every view inside it, if it has no clusters. */
  opening: ZoomedWindow | undefined;
  /** A window around the driver. If the cards had its answer, that serves the views inside it too. */
  nearDriver: ZoomedWindow | undefined;
}

/**
 * Hook: the window that a map asks for: one that was answered with every station in view, or else the view itself.
 * Undefined while the map shows the whole country.
 */
export function useWindowInView({ view, opening, nearDriver }: WindowsToAsk, filter: StationFilter) {
  const queries = useQueryClient();
  const [last, setLast] = useState<ZoomedWindow>();
  const known = (window: ZoomedWindow) => queries.getQueryData(windowQueryOf(window, filter).queryKey);
  const isOpeningEnough =
    opening !== undefined && (!view || encloses(opening, view)) && known(opening)?.clusters === undefined;
  // The stations of a window that was answered without clusters are all there, however near the map comes.
  const enclosing = [last, nearDriver].find((window) => {
    const answer = window && view && encloses(window, view) ? known(window) : undefined;
    return answer && answer.clusters === undefined;
  });
  const closeView = view && Math.floor(view.zoom) > EVERYWHERE.zoom ? snapped(view) : undefined;
  const chosen = isOpeningEnough ? opening : (enclosing ?? closeView);
  if (chosen && windowKey(chosen) !== windowKey(last)) setLast(chosen);
  return chosen;
}
