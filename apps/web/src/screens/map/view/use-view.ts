import { useReducer, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { lastPlace } from '#device/last-place.ts';
import type { StationFilter } from '#device/stored-filter.ts';
import type { Shown } from '../cards/arrange.ts';
import { type MapState, nextMapStep } from '../map-state.ts';
import { mapLibreZoom, placeIn, type View, zoomIn } from './view.ts';

interface WhenLeft {
  view: View | undefined;
  shown: Shown | undefined;
  filter: StationFilter;
}

/** How the driver left the map, for as long as the app is open; no view when it was never moved. */
let whenLeft: WhenLeft | undefined;

/** Kept for a driver who comes back to the map. */
export function noteLeaving(last: WhenLeft): void {
  whenLeft = last;
}

type OpeningView = Pick<View, 'middle' | 'mapLibreZoom'>;

function viewOfLastPlace(): OpeningView | undefined {
  const last = lastPlace();
  if (!last) return undefined;
  const { mapLibreZoom: zoom, ...middle } = last;
  return { middle, mapLibreZoom: zoom };
}

/** Where the map opens, and what it shows since. Beside another page it does not open where the driver was last. */
export function useView(hasPageBeside: boolean) {
  const [search] = useSearchParams();
  const arrival = useNavigationType();
  // Who comes back finds the map and its front card as they were.
  const [cameBackTo] = useState(() => (arrival === 'POP' ? whenLeft : undefined));
  const [place] = useState(() => placeIn(search));
  /** What the map showed when it was left, where it opens as it was. */
  const [viewWhenLeft] = useState(() => cameBackTo?.view ?? (place ? undefined : whenLeft?.view));
  const [placeBefore] = useState(() =>
    cameBackTo || viewWhenLeft || place || hasPageBeside ? undefined : viewOfLastPlace(),
  );
  const [opensAt] = useState((): OpeningView | undefined => {
    return viewWhenLeft ?? (place ? { middle: place, mapLibreZoom: mapLibreZoom(zoomIn(search)) } : placeBefore);
  });
  const [state, step] = useReducer(nextMapStep, undefined, (): MapState => ({
    view: undefined,
    shown: cameBackTo?.shown,
    isTouched: cameBackTo !== undefined,
    isMoved: opensAt !== undefined,
    movedTo: undefined,
    filter: cameBackTo?.filter,
  }));
  return {
    opensAt,
    /** It opens where the driver was last, and nobody has asked for that. */
    opensAtLastPlace: placeBefore !== undefined,
    viewWhenLeft,
    ...state,
    /** Takes what has happened to the map. */
    step,
  };
}
