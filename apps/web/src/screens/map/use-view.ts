import { useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import type { Station } from '@bijli/contract/stations';
import type { StationFilter } from '#device/stored-filter.ts';
import { mapLibreZoom, placeIn, type View, zoomIn } from './view.ts';

/** Why these stations have a card: a charge can start there now, they are near the driver, or near the map's middle. */
export type CardsOf = 'free' | 'near' | 'map';

export interface Shown {
  /** Stations with a card, in their order. */
  stations: Station[];
  cardsOf: CardsOf;
  chosenId: string | undefined;
  /** The driver picked a card, and the map is to follow. */
  mapFollowsCard: boolean;
}

interface WhenLeft {
  view: View | undefined;
  shown: Shown;
  filter: StationFilter;
}

/** How the driver left the map, for as long as the app is open; no view when it was never moved. */
let whenLeft: WhenLeft | undefined;

/** Kept for a driver who comes back to the map. */
export function noteLeaving(last: WhenLeft): void {
  whenLeft = last;
}

/** Where the map opens, and what it shows since. */
export function useView() {
  const [search] = useSearchParams();
  const arrival = useNavigationType();
  // Who comes back finds the map and its front card as they were.
  const [cameBackTo] = useState(() => (arrival === 'POP' ? whenLeft : undefined));
  const [place] = useState(() => placeIn(search));
  /** What the map showed when it was left, where it opens as it was. */
  const [viewWhenLeft] = useState(() => cameBackTo?.view ?? (place ? undefined : whenLeft?.view));
  const [opensAt] = useState((): Pick<View, 'middle' | 'mapLibreZoom'> | undefined => {
    return viewWhenLeft ?? (place && { middle: place, mapLibreZoom: mapLibreZoom(zoomIn(search)) });
  });
  const [view, setView] = useState<View>();
  /** Whether the driver has moved anything yet. */
  const [isTouched, setTouched] = useState(cameBackTo !== undefined);
  return { opensAt, viewWhenLeft, cameBackTo, view, setView, isTouched, setTouched };
}
