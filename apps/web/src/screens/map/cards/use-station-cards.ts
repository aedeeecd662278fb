import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useIsDefaultVehicleSettled } from '#api/vehicles.ts';
import { keepLastPlace } from '#device/last-place.ts';
import { noteMapMiddle } from '#device/map-middle.ts';
import { useIsPositionSettled } from '#device/position.ts';
import type { StationFilter } from '#device/stored-filter.ts';
import { whenUntouched } from '#device/touch.ts';
import { canRecommend } from '#parts/stations/station-order.ts';
import { noteLeaving, type useView } from '../view/use-view.ts';
import { isIn, mapLibreZoom, STATE_ZOOM, type Mover, type View } from '../view/view.ts';
import type { Shown } from './arrange.ts';
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

/**
 * Hook: the cards and how they follow the map. They are of the stations nearest to the middle of the map, the most
 * useful ones first. The card in front is of the chosen pin. If the driver moves the map, the cards follow, and the
 * other way round.
 */
export function useStationCards(opened: ReturnType<typeof useView>, options: CardsOptions) {
  const { stations, position, types, filter } = options;
  const { opensAt, viewWhenLeft, view, shown, isTouched, isMoved, step } = opened;
  const { cards, front, find } = useCards(stations, shown);

  const bestId = useBest(options);
  const seen = view ?? viewWhenLeft;
  const isHere = position !== undefined && seen !== undefined && isIn(seen, position);
  const known = { stations: stations ?? [], types };

  useEffect(() => {
    step({ kind: 'filtered', filter, lastView: seen });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [filter]);

  const isAnyRecommended = useMemo(
    () => !isTouched && stations?.some((station) => canRecommend(station, types)) === true,
    [isTouched, stations, types],
  );
  const ids = useMemo(() => stations?.map(({ property_id }) => property_id).join(), [stations]);
  const isVehicleSettled = useIsDefaultVehicleSettled();
  const isSettled = useIsPositionSettled() && isVehicleSettled;
  const arrange = useEffectEvent(() => step({ kind: 'loaded', ...known, opensAt, position, isSettled }));
  useEffect(() => {
    if (ids === undefined) return undefined;
    return whenUntouched(() => arrange());
    // Runs when other stations, position or vehicle have arrived, or the first station where a charge can start.
    // A change of another station does not matter.
  }, [ids, position, types, isAnyRecommended, isSettled]);

  useEffect(() => {
    if (!view) return;
    noteLeaving({ view: isMoved ? view : undefined, shown, filter });
    const isPlace = isMoved && view.mapLibreZoom >= mapLibreZoom(STATE_ZOOM);
    noteMapMiddle(isPlace ? view.middle : undefined);
    if (isPlace) keepLastPlace({ ...view.middle, mapLibreZoom: view.mapLibreZoom });
  }, [view, isMoved, shown, filter]);

  return {
    /** The stations that have a card, in the order of the cards. */
    stations: cards,
    /** True once it is decided which stations have a card, if any. */
    isArranged: shown !== undefined,
    /** Index of the card in front. */
    front: Math.max(0, front),
    chosen: cards[front],
    mapFollowsCard: shown?.mapFollowsCard === true,
    cardsOf: shown?.cardsOf ?? 'map',
    /**
     * The nearest station with a free plug for the driver's vehicle. Undefined if the map does not show the driver.
     */
    bestId: isHere || shown?.cardsOf === 'near' ? bestId : undefined,
    onView: (to: View, mover: Mover) => step({ kind: 'moved', stations, types, to, mover }),
    chooseCard: (index: number) => step({ kind: 'cardChosen', cards, id: cards[index]?.property_id }),
    choosePin(id: string) {
      const station = find(id);
      if (station) step({ kind: 'pinChosen', ...known, station });
    },
  };
}

/** Hook: the shown stations in their latest state. */
function useCards(stations: Station[] | undefined, { stations: shown, chosenId }: Partial<Shown> = {}) {
  const byId = useMemo(() => new Map(stations?.map((station) => [station.property_id, station])), [stations]);
  const cards = useMemo(() => (shown ?? []).map((station) => byId.get(station.property_id) ?? station), [shown, byId]);
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
