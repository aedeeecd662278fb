import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useIsDefaultVehicleSettled } from '#api/vehicles.ts';
import { keepLastPlace } from '#device/last-place.ts';
import { noteMapMiddle } from '#device/map-middle.ts';
import { useIsPositionSettled } from '#device/position.ts';
import type { StationFilter } from '#device/stored-filter.ts';
import { whenUntouched } from '#device/touch.ts';
import { canRecommend } from '#parts/stations/station-order.ts';
import { noteLeaving, type Shown, type useView } from '../view/use-view.ts';
import { isIn, mapLibreZoom, STATE_ZOOM, type Mover, type View } from '../view/view.ts';
import { type ArrangeAround, arrangeAround, arrangeBehind, arrangeFirst } from './arrange.ts';
import { nearest } from './nearest.ts';

interface CardsOptions {
  /** The stations that can get a card, as far as they are loaded. */
  stations: Station[] | undefined;
  /** The radius in km around a place within which all stations where a charge can start are loaded. */
  knownKm: (place: Coordinates) => number;
  position: Coordinates | undefined;
  /** Connector types that fit the driver's vehicle. Undefined if they are unknown. */
  types: readonly string[] | undefined;
  /** The filter of the stations. It is the same object until it changes. */
  filter: StationFilter;
}

const NOTHING_SHOWN: Shown = { stations: [], cardsOf: 'map', chosenId: undefined, mapFollowsCard: false };

/**
 * Hook: the cards and how they follow the map. They are of the stations nearest to the middle of the map, the most
 * useful ones first. The card in front is of the chosen pin. If the driver moves the map, the cards follow, and the
 * other way round.
 */
export function useStationCards(opened: ReturnType<typeof useView>, options: CardsOptions) {
  const { stations, position, types, filter } = options;
  const { opensAt, viewWhenLeft, cameBackTo, view, setView, isTouched, setTouched } = opened;
  const [shown, setShown] = useState<Shown>(cameBackTo?.shown ?? NOTHING_SHOWN);
  const isMoved = useRef(opensAt !== undefined);
  /** Where the driver has moved the map. Stations that are loaded later are arranged around it. */
  const movedTo = useRef<ArrangeAround>(undefined);

  const { cards, front, find } = useCards(stations, shown);

  const bestId = useBest(options);
  const seen = view ?? viewWhenLeft;
  const isHere = position !== undefined && seen !== undefined && isIn(seen, position);
  const all = stations ?? [];
  // A chosen station may not match the new filter. So cards are around the middle of the map.
  const arrangedBy = useRef(cameBackTo?.filter ?? filter);
  useEffect(() => {
    if (arrangedBy.current === filter) return;
    arrangedBy.current = filter;
    const around = view ?? cameBackTo?.view;
    if (around) movedTo.current ??= { middle: around.middle, view: around, isHome: false };
    else setTouched(false);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [filter]);

  // This holds until the driver moves something. The view of all India has no useful middle, so the first cards are
  // near the driver. If the position is unknown, they are stations where a charge can start.
  const isAnyRecommended = useMemo(
    () => !isTouched && stations?.some((station) => canRecommend(station, types)) === true,
    [isTouched, stations, types],
  );
  const ids = useMemo(() => stations?.map(({ property_id }) => property_id).join(), [stations]);
  const arrange = useEffectEvent(() => {
    if (!stations) return;
    if (!isTouched)
      setShown(
        arrangeFirst(stations, { around: opensAt && { middle: opensAt.middle, view, isHome: false }, position, types }),
      );
    else if (movedTo.current) setShown(arrangeAround(stations, types, movedTo.current));
  });
  const isArranged = shown !== NOTHING_SHOWN;
  // The first cards do not wait for vehicle and position. Once both are known, the cards change once.
  const isVehicleSettled = useIsDefaultVehicleSettled();
  const isSettled = useIsPositionSettled() && isVehicleSettled;
  useEffect(() => {
    if (!stations || (!isTouched && isArranged && !isSettled)) return undefined;
    return whenUntouched(() => arrange());
    // Runs when other stations, position or vehicle have arrived, or the first station where a charge can start.
    // A change of another station does not matter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ids, position, types, isAnyRecommended, isSettled]);

  useEffect(() => {
    if (!view) return;
    noteLeaving({ view: isMoved.current ? view : undefined, shown, filter });
    const isPlace = isMoved.current && view.mapLibreZoom >= mapLibreZoom(STATE_ZOOM);
    noteMapMiddle(isPlace ? view.middle : undefined);
    if (isPlace) keepLastPlace({ ...view.middle, mapLibreZoom: view.mapLibreZoom });
  }, [view, shown, filter]);

  return {
    /** The stations that have a card, in the order of the cards. */
    stations: cards,
    /** True once it is decided which stations have a card, if any. */
    isArranged,
    /** Index of the card in front. */
    front: Math.max(0, front),
    chosen: cards[front],
    mapFollowsCard: shown.mapFollowsCard,
    cardsOf: shown.cardsOf,
    /**
     * The nearest station with a free plug for the driver's vehicle. Undefined if the map does not show the driver.
     */
    bestId: isHere || shown.cardsOf === 'near' ? bestId : undefined,
    onView(next: View, mover: Mover) {
      const isHome = mover === 'home';
      if (mover === 'card' || mover === 'driver' || isHome) isMoved.current = true;
      setView(next);
      if (mover !== 'driver' && !isHome) return;
      setTouched(true);
      movedTo.current = { middle: next.middle, view: next, isHome };
      setShown(arrangeAround(all, types, movedTo.current));
    },
    chooseCard(index: number) {
      setTouched(true);
      movedTo.current = undefined;
      setShown((last) => ({ ...last, stations: cards, chosenId: cards[index]?.property_id, mapFollowsCard: true }));
    },
    choosePin(id: string) {
      const station = find(id);
      if (!station) return;
      setTouched(true);
      movedTo.current = undefined;
      setShown(arrangeBehind(all, types, station));
    },
  };
}

/** Hook: the shown stations in their latest state. */
function useCards(stations: Station[] | undefined, { stations: shown, chosenId }: Shown) {
  const byId = useMemo(() => new Map(stations?.map((station) => [station.property_id, station])), [stations]);
  const cards = useMemo(() => shown.map((station) => byId.get(station.property_id) ?? station), [shown, byId]);
  return {
    cards,
    /** -1 if none of them is chosen. */
    front: cards.findIndex(({ property_id }) => property_id === chosenId),
    find: (id: string) => byId.get(id) ?? cards.find(({ property_id }) => property_id === id),
  };
}

/** No station that is further away is suggested for its free plug. */
const MAX_BEST_KM = 200;

/** A driver whose new position is this near has not moved. */
const SAME_PLACE_KM = 0.5;

/**
 * Hook: the id of the nearest station with a free plug for the driver's vehicle, if one is within reach. While stations
 * of another view are shown it may be unknown. Then the last one is returned as long as it is free and the driver has
 * not moved.
 */
function useBest({ stations, knownKm, position, types, filter }: CardsOptions): string | undefined {
  const found = useMemo(() => {
    if (!position || !stations) return undefined;
    const [best] = nearest(
      stations.filter((station) => canRecommend(station, types)),
      position,
      1,
    );
    const km = best ? distanceKm(position, best) : Infinity;
    if (Math.min(km, MAX_BEST_KM) > knownKm(position)) return undefined;
    return { id: km <= MAX_BEST_KM ? best?.property_id : undefined, position, types, filter };
  }, [stations, knownKm, position, types, filter]);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  if (found) return found.id;
  const isSame = last?.types === types && last?.filter === filter;
  if (!position || !last || !isSame || distanceKm(position, last.position) > SAME_PLACE_KM) return undefined;
  const station = stations?.find(({ property_id: id }) => id === last.id);
  return station && !canRecommend(station, types) ? undefined : last.id;
}
