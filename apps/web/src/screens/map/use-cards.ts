import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import type { Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { nearest, nearestUsableFirst } from './nearest.ts';
import { mapLibreZoom, PLACE_ZOOM, placeIn, type Mover, type View } from './view.ts';

/** So many of the nearest stations have a card. */
const CARDS = 40;
const MIDDLE_OF_INDIA: Place = { latitude: 21, longitude: 82 };

/** Why these stations have a card: a charge can start there now, they are near the driver, or near the map's middle. */
export type CardsOf = 'free' | 'near' | 'map';

interface Shown {
  /** Stations with a card, in their order. */
  stations: Station[];
  cardsOf: CardsOf;
  chosenId: string | undefined;
  /** The driver picked a card, and the map is to follow. */
  isCardLeading: boolean;
}

interface CardsOptions {
  /** What cards can be made of, as far as it is loaded. */
  stations: Station[] | undefined;
  position: Place | undefined;
  /** Whether a charge could be had there by the driver's own vehicle. */
  fits: (station: Station) => boolean;
}

const NOTHING_SHOWN: Shown = { stations: [], cardsOf: 'map', chosenId: undefined, isCardLeading: false };

/** How the driver left the map, for as long as the app is open; no view when it was never moved. */
let left: { view: View | undefined; shown: Shown } | undefined;

/** Where the map opens, and what it shows since. */
export function useView() {
  const [search] = useSearchParams();
  const arrival = useNavigationType();
  // Who comes back finds the map and its front card as they were.
  const [back] = useState(() => (arrival === 'POP' ? left : undefined));
  const [start] = useState((): Pick<View, 'middle' | 'zoom'> | undefined => {
    const place = placeIn(search);
    return back?.view ?? (place ? { middle: place, zoom: mapLibreZoom(PLACE_ZOOM) } : left?.view);
  });
  const [view, setView] = useState<View>();
  /** Whether the driver has moved anything yet. */
  const [isTouched, setTouched] = useState(back !== undefined);
  return { start, back, view, setView, isTouched, setTouched };
}

/**
 * Cards and map together: the cards are those nearest to the middle of the map, the front one belongs to the chosen pin,
 * and whichever the driver moves, the other follows.
 */
export function useCards(opened: ReturnType<typeof useView>, { stations, position, fits }: CardsOptions) {
  const { start, back, view, setView, isTouched, setTouched } = opened;
  const [shown, setShown] = useState<Shown>(back?.shown ?? NOTHING_SHOWN);
  const isMoved = useRef(start !== undefined);
  /** Where the driver has moved the map to; stations that are loaded for it later are arranged around it. */
  const movedTo = useRef<Place>(undefined);

  const byId = useMemo(() => new Map(stations?.map((station) => [station.property_id, station])), [stations]);
  const cards = useMemo(
    () => shown.stations.map((station) => byId.get(station.property_id) ?? station),
    [shown.stations, byId],
  );
  const front = cards.findIndex(({ property_id }) => property_id === shown.chosenId);

  const show = (list: Station[], cardsOf: CardsOf) =>
    setShown({ stations: list, cardsOf, chosenId: list[0]?.property_id, isCardLeading: false });
  const arrange = (middle: Place, among = stations ?? []) => show(nearest(among, middle, CARDS), 'map');
  const arrangeFirst = (all: Station[]) => {
    const free = all.filter(({ status }) => status === 1);
    const usable = free.filter(fits);
    if (start) arrange(start.middle);
    else if (position) show(nearestUsableFirst(all, usable, position, CARDS), 'near');
    else if (free.length > 0) show(nearest(usable.length > 0 ? usable : free, MIDDLE_OF_INDIA, CARDS), 'free');
    else arrange(MIDDLE_OF_INDIA);
  };

  // Until the driver moves something. The whole of India has no middle to speak of: the first cards are those near him
  // or, as long as nobody knows where he is, those where a charge can start.
  const ids = useMemo(() => stations?.map(({ property_id }) => property_id).join(), [stations]);
  useEffect(() => {
    if (!stations) return;
    if (!isTouched) arrangeFirst(stations);
    else if (movedTo.current) arrange(movedTo.current);
    // When other stations, his position, or his vehicle have come; not when one of them changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ids, position, fits]);

  useEffect(() => {
    if (view) left = { view: isMoved.current ? view : undefined, shown };
  }, [view, shown]);

  return {
    cards,
    /** Whether it has been seen to which stations have a card, if any. */
    isArranged: shown !== NOTHING_SHOWN,
    /** Index of the card in front. */
    front: Math.max(0, front),
    chosen: cards[front],
    isCardLeading: shown.isCardLeading,
    cardsOf: shown.cardsOf,
    onView(next: View, mover: Mover) {
      if (mover === 'card' || mover === 'driver') isMoved.current = true;
      setView(next);
      if (mover !== 'driver') return;
      setTouched(true);
      movedTo.current = next.middle;
      arrange(next.middle);
    },
    chooseCard(index: number) {
      setTouched(true);
      movedTo.current = undefined;
      setShown((last) => ({ ...last, stations: cards, chosenId: cards[index]?.property_id, isCardLeading: true }));
    },
    choosePin(id: string) {
      const station = byId.get(id) ?? cards.find(({ property_id }) => property_id === id);
      if (!station) return;
      setTouched(true);
      movedTo.current = undefined;
      arrange(station);
    },
  };
}
