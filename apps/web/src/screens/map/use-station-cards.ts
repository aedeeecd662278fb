import { useEffect, useMemo, useRef, useState } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { noteMapMiddle } from '#device/map-middle.ts';
import type { StationFilter } from '#device/stored-filter.ts';
import { bestUseFirst, usefulness } from '#parts/station-order.ts';
import { nearest, nearestUsableFirst, pickedFirst } from './nearest.ts';
import { noteLeaving, type CardsOf, type Shown, type useView } from './use-view.ts';
import { isIn, mapLibreZoom, STATE_ZOOM, type Mover, type View } from './view.ts';

/** So many of the nearest stations have a card. */
const MAX_CARDS = 40;
const MIDDLE_OF_INDIA: Coordinates = { latitude: 21, longitude: 82 };

interface CardsOptions {
  /** What cards can be made of, as far as it is loaded. */
  stations: Station[] | undefined;
  position: Coordinates | undefined;
  /** Connector types that fit the driver's own vehicle, where they are known. */
  types: readonly string[] | undefined;
  /** What stations have to match; the same object until it changes. */
  filter: StationFilter;
}

const NOTHING_SHOWN: Shown = { stations: [], cardsOf: 'map', chosenId: undefined, isCardLeading: false };

/**
 * Cards and map together: the cards are those nearest to the middle of the map, of them those of most use first; the front one belongs to the chosen pin,
 * and whichever the driver moves, the other follows.
 */
export function useStationCards(opened: ReturnType<typeof useView>, options: CardsOptions) {
  const { stations, position, types, filter } = options;
  const { opensAt, viewWhenLeft, cameBackTo, view, setView, isTouched, setTouched } = opened;
  const [shown, setShown] = useState<Shown>(cameBackTo?.shown ?? NOTHING_SHOWN);
  const isMoved = useRef(opensAt !== undefined);
  /** Where the driver has moved the map to; stations that are loaded for it later are arranged around it. */
  const movedTo = useRef<{ middle: Coordinates; isHome: boolean }>(undefined);

  const byId = useMemo(() => new Map(stations?.map((station) => [station.property_id, station])), [stations]);
  const cards = useMemo(
    () => shown.stations.map((station) => byId.get(station.property_id) ?? station),
    [shown.stations, byId],
  );
  const front = cards.findIndex(({ property_id }) => property_id === shown.chosenId);

  const bestId = useMemo(() => {
    const usable = position && stations?.filter((station) => usefulness(station, types) === 'free');
    return usable && nearest(usable, position, 1)[0]?.property_id;
  }, [stations, position, types]);
  const seen = view ?? viewWhenLeft;
  const isHere = position !== undefined && seen !== undefined && isIn(seen, position);

  const show = (list: Station[], cardsOf: CardsOf, chosenId = list[0]?.property_id) =>
    setShown({ stations: list, cardsOf, chosenId, isCardLeading: false });
  const arrangeBehind = (picked: Station) => show(pickedFirst(stations ?? [], types, picked, MAX_CARDS), 'map');
  const arrangeByUse = (middle: Coordinates) =>
    show(bestUseFirst(nearest(stations ?? [], middle, MAX_CARDS), types), 'map');
  /** The one that is recommended stays in front as long as it is still the best. */
  const arrangeAround = (own: Coordinates, all = stations ?? []) =>
    show(nearestUsableFirst(all, types, own, MAX_CARDS), 'near');
  const arrangeFirst = (all: Station[]) => {
    const usable = all.filter((station) => usefulness(station, types) === 'free');
    if (opensAt) arrangeByUse(opensAt.middle);
    else if (position) arrangeAround(position, all);
    else if (usable.length > 0) show(nearest(usable, MIDDLE_OF_INDIA, MAX_CARDS), 'free');
    // No pin stands out for a station that is far from anywhere and of no use.
    else show(bestUseFirst(nearest(all, MIDDLE_OF_INDIA, MAX_CARDS), types), 'map', '');
  };

  // A station that was chosen need not match another filter: then the cards are those around the map's middle.
  const arrangedBy = useRef(cameBackTo?.filter ?? filter);
  useEffect(() => {
    if (arrangedBy.current === filter) return;
    arrangedBy.current = filter;
    const around = view ?? cameBackTo?.view;
    if (around) movedTo.current ??= { middle: around.middle, isHome: false };
    else setTouched(false);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [filter]);

  // Until the driver moves something. The whole of India has no middle to speak of: the first cards are those near them
  // or, as long as nobody knows where they are, those where a charge can start.
  const isAnyUsable = useMemo(
    () => !isTouched && stations?.some((station) => usefulness(station, types) === 'free') === true,
    [isTouched, stations, types],
  );
  const ids = useMemo(() => stations?.map(({ property_id }) => property_id).join(), [stations]);
  useEffect(() => {
    if (!stations) return;
    if (!isTouched) arrangeFirst(stations);
    else if (movedTo.current?.isHome) arrangeAround(movedTo.current.middle);
    else if (movedTo.current) arrangeByUse(movedTo.current.middle);
    // When other stations, the position, or the vehicle have come, or the first that is of use; not when another one changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ids, position, types, isAnyUsable]);

  useEffect(() => {
    if (!view) return;
    noteLeaving({ view: isMoved.current ? view : undefined, shown, filter });
    noteMapMiddle(isMoved.current && view.mapLibreZoom >= mapLibreZoom(STATE_ZOOM) ? view.middle : undefined);
  }, [view, shown, filter]);

  return {
    cards,
    /** Whether it has been seen to which stations have a card, if any. */
    isArranged: shown !== NOTHING_SHOWN,
    /** Index of the card in front. */
    front: Math.max(0, front),
    chosen: cards[front],
    isCardLeading: shown.isCardLeading,
    cardsOf: shown.cardsOf,
    /** The nearest station where the driver's vehicle finds a free plug, as long as the map shows where the driver is. */
    bestId: isHere || shown.cardsOf === 'near' ? bestId : undefined,
    onView(next: View, mover: Mover) {
      const isHome = mover === 'home';
      if (mover === 'card' || mover === 'driver' || isHome) isMoved.current = true;
      setView(next);
      if (mover !== 'driver' && !isHome) return;
      setTouched(true);
      movedTo.current = { middle: next.middle, isHome };
      if (isHome) arrangeAround(next.middle);
      else arrangeByUse(next.middle);
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
      arrangeBehind(station);
    },
  };
}
