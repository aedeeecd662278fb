import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import type { Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { nearest } from './nearest.ts';
import { mapLibreZoom, PLACE_ZOOM, placeIn, type View } from './view.ts';

/** So many of the nearest stations have a card. */
const CARDS = 40;
const MIDDLE_OF_INDIA: Place = { latitude: 21, longitude: 82 };

/** Why these stations have a card: a charge can start there now, they are near the driver, or near the map's middle. */
export type CardsOf = 'free' | 'near' | 'map';

interface Shown {
  /** Stations with a card, in their order. */
  ids: string[];
  cardsOf: CardsOf;
  chosenId: string | undefined;
  /** The driver picked a card, and the map is to follow. */
  isCardLeading: boolean;
}

const NOTHING_SHOWN: Shown = { ids: [], cardsOf: 'map', chosenId: undefined, isCardLeading: false };

/** How the driver left the map, for as long as the app is open. */
let left: { view: View; shown: Shown } | undefined;

/**
 * Cards and map together: the cards are those nearest to the middle of the map, the front one belongs to the chosen pin,
 * and whichever the driver moves, the other follows.
 */
export function useCards(stations: Station[] | undefined, position: Place | undefined) {
  const [search] = useSearchParams();
  const arrival = useNavigationType();
  // Who comes back finds the map and its front card as they were.
  const [back] = useState(() => (arrival === 'POP' ? left : undefined));
  const [start] = useState(() => {
    const place = placeIn(search);
    return back?.view ?? (place ? { middle: place, zoom: mapLibreZoom(PLACE_ZOOM) } : left?.view);
  });
  const [view, setView] = useState<View>();
  const [shown, setShown] = useState<Shown>(back?.shown ?? NOTHING_SHOWN);
  const isTouched = useRef(back !== undefined);

  const byId = useMemo(() => new Map(stations?.map((station) => [station.property_id, station])), [stations]);
  const cards = useMemo(
    () => shown.ids.map((id) => byId.get(id)).filter((station): station is Station => station !== undefined),
    [shown.ids, byId],
  );
  const front = cards.findIndex(({ property_id }) => property_id === shown.chosenId);

  const arrange = (middle: Place, cardsOf: CardsOf = 'map', among = stations ?? []) => {
    const ids = nearest(among, middle, CARDS).map(({ property_id }) => property_id);
    setShown({ ids, cardsOf, chosenId: ids[0], isCardLeading: false });
  };
  const arrangeFirst = (all: Station[]) => {
    const free = all.filter(({ status }) => status === 1);
    if (start) arrange(start.middle);
    else if (position) arrange(position, 'near');
    else if (free.length > 0) arrange(MIDDLE_OF_INDIA, 'free', free);
    else arrange(MIDDLE_OF_INDIA);
  };

  // Until the driver moves something. The whole of India has no middle to speak of: the first cards are those near him
  // or, as long as nobody knows where he is, those where a charge can start.
  useEffect(() => {
    if (stations && !isTouched.current) arrangeFirst(stations);
    // When the stations, and when his position have come.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stations === undefined, position]);

  useEffect(() => {
    if (view) left = { view, shown };
  }, [view, shown]);

  return {
    /** Where the map opens; on the whole of India without it. */
    start,
    view,
    cards,
    /** Index of the card in front. */
    front: Math.max(0, front),
    chosen: byId.get(shown.chosenId ?? ''),
    isCardLeading: shown.isCardLeading,
    cardsOf: shown.cardsOf,
    onView(next: View, isFirst: boolean) {
      setView(next);
      if (isFirst) return;
      isTouched.current = true;
      arrange(next.middle);
    },
    chooseCard(index: number) {
      isTouched.current = true;
      setShown((last) => ({ ...last, chosenId: cards[index]?.property_id, isCardLeading: true }));
    },
    choosePin(id: string) {
      const station = byId.get(id);
      if (!station) return;
      isTouched.current = true;
      arrange(station);
    },
  };
}
