import { useEffect, useState } from 'react';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useRunningCharge } from '#api/charging.ts';
import { useMapStations, windowNear } from '#api/map-stations.ts';
import { useStation } from '#api/stations.ts';
import { useIsDefaultVehicleSettled } from '#api/vehicles.ts';
import { useWantedPlugs } from '#api/wanted-plugs.ts';
import { useIsPositionUnknown, usePosition } from '#device/position.ts';
import { useStationFilter } from '#device/stored-filter.ts';
import { useMovingMap } from './activation/use-moving-map.ts';
import { useStationCards } from './cards/use-station-cards.ts';
import { usePagePanel } from './panels/use-page-panel.ts';
import type { CameraTarget } from './view/use-camera.ts';
import { useView } from './view/use-view.ts';
import { clampZoom, countIn, mapLibreZoom, PLACE_ZOOM, STATE_ZOOM, type View, windowOfView } from './view/view.ts';

export type HomeMap = ReturnType<typeof useHomeMap>;

const NOTHING_KNOWN = () => 0;

/** The state of the home map: its stations and their cards, the map that moves, and where the driver asks to be taken. */
export function useHomeMap(hasPageBeside: boolean) {
  const position = usePosition();
  const opened = useView(hasPageBeside);
  const { view, opensAt } = opened;
  const { stations, isEmpty, types, filter } = useStationsInView(opened, position);
  const { data: marks, isError } = stations;
  const shown = useStationCards(opened, {
    stations: marks?.cards,
    knownKm: marks?.knownKm ?? NOTHING_KNOWN,
    position,
    types,
    filter,
  });
  const { destination, fly, goTo, goHome, zoomBy, pickCard, pickPin } = useDestination(shown, view);
  const open = usePagePanel({ isOpen: hasPageBeside, shown, view, stations: marks?.pins, goTo, pickPin });
  const { home, isUnknown } = useHome(position, opensAt?.middle);
  const hasHome =
    home !== undefined &&
    (opensAt === undefined || opened.opensAtLastPlace) &&
    !opened.isTouched &&
    !open.isStationOpen;
  const isStateSeen = view !== undefined && view.mapLibreZoom >= mapLibreZoom(STATE_ZOOM);
  const isWanted = opensAt !== undefined || destination !== undefined;
  const moving = useMovingMap({ isWanted, isReady: shown.isArranged, hasAim: hasHome });
  const nearHome = home && { ...home, alsoSeen: placesNear(shown.cards, home.place) };
  useFlyHome(hasHome && moving.isActivated && !destination ? nearHome : undefined, fly);
  return {
    position,
    /** Connector types that fit the driver's own vehicle, where they are known. */
    types,
    isFiltered: Object.keys(filter).length > 0,
    opened,
    stations,
    /** Nothing is to be seen in the view. */
    isEmpty,
    shown,
    isLoading: !shown.isArranged && !isError,
    destination,
    /** Nobody knows where the driver is or was, and the map shows the country. */
    isPlaceUnknown: isUnknown && opensAt === undefined && destination === undefined && !isStateSeen,
    goTo,
    goHome,
    /** Undefined until the map that moves is there. */
    zoomBy,
    pickCard,
    /** What the page beside the map makes of the chosen station and of picked pins. */
    open,
    moving,
  };
}

/** From this zoom on a map shows less than the window of the cards near a place. */
const TOWN_ZOOM = 11;

/** The stations that pins and cards are made of. */
function useStationsInView(
  { view, opensAt, isTouched }: ReturnType<typeof useView>,
  position: Coordinates | undefined,
) {
  const types = useWantedPlugs()?.types;
  const [filter] = useStationFilter();
  const [emptyView, setEmptyView] = useState<View>();
  // A map that opens at a place has cards of that place before it shows it. Where nothing is to be seen they are of the nearest beyond.
  const opensNear = view ? undefined : opensAt?.middle;
  const nearTo = emptyView?.middle ?? opensNear ?? (isTouched || opensAt ? undefined : position);
  // Its pins come with its cards, in one answer. What it shows exactly is known later.
  const isVehicleSettled = useIsDefaultVehicleSettled();
  const isClose = opensAt !== undefined && opensAt.mapLibreZoom >= mapLibreZoom(TOWN_ZOOM);
  const opening = isClose && isVehicleSettled ? windowNear(opensAt.middle) : undefined;
  const nearDriver = position && windowNear(position);
  const stations = useMapStations({
    view: view && windowOfView(view),
    opening,
    nearDriver,
    around: nearTo,
    filter,
    types,
  });
  const isEmpty =
    stations.data !== undefined &&
    stations.isOfView &&
    (view !== undefined || !opensNear) &&
    countIn(view, stations.data) === 0;
  const nextEmptyView = isEmpty ? view : undefined;
  if (nextEmptyView !== emptyView && stations.isOfView) setEmptyView(nextEmptyView);
  return { stations, isEmpty, types, filter };
}

/** Where the driver asks to be taken; who picks a station does no longer want to go there. */
function useDestination({ cards, chooseCard, choosePin }: ReturnType<typeof useStationCards>, view: View | undefined) {
  const [destination, setDestination] = useState<CameraTarget>();
  return {
    destination,
    fly: setDestination,
    goTo: (place: Coordinates, zoom: number) => setDestination({ place, mapLibreZoom: zoom }),
    /** To the driver's own place. */
    goHome: (place: Coordinates) =>
      setDestination({
        place,
        mapLibreZoom: mapLibreZoom(PLACE_ZOOM),
        isHome: true,
        alsoSeen: placesNear(cards, place),
      }),
    zoomBy:
      view &&
      ((steps: number) =>
        setDestination((last) => ({
          place: view.middle,
          mapLibreZoom: clampZoom((last?.stepFrom === view ? last.mapLibreZoom : view.mapLibreZoom) + steps),
          stepFrom: view,
        }))),
    pickCard(index: number) {
      setDestination(undefined);
      chooseCard(index);
    },
    pickPin(id: string) {
      setDestination(undefined);
      choosePin(id);
    },
  };
}

/** This many of the first cards come into view with the driver, so that the map is not empty where stations are far apart. */
const SEEN_WITH_DRIVER = 3;
/** A card further away than this is no reason to show a larger part of the map. */
const MAX_SEEN_KM = 25;

function placesNear(cards: readonly Station[], place: Coordinates): Coordinates[] {
  return cards.filter((station) => distanceKm(place, station) <= MAX_SEEN_KM).slice(0, SEEN_WITH_DRIVER);
}

/** From further away nobody wants to fly over the country between. */
const MAX_FLIGHT_KM = 100;

/**
 * Where the map flies on to by itself: to the station where the driver's car charges, or to the driver. Nothing until it is known
 * which; `isUnknown`: neither will be known. The map that opened somewhere else jumps there from far away.
 */
function useHome(
  position: Coordinates | undefined,
  opensAt: Coordinates | undefined,
): { home?: CameraTarget; isUnknown: boolean } {
  const { data: charge, isLoading } = useRunningCharge();
  const { data } = useStation(charge?.property_id);
  const isUnknown = useIsPositionUnknown() && charge?.property_id === undefined;
  const own = charge?.property_id === undefined ? position : data?.property;
  if (isLoading || !own) return { isUnknown };
  const isJump = opensAt !== undefined && distanceKm(opensAt, own) > MAX_FLIGHT_KM;
  return { home: { place: own, mapLibreZoom: mapLibreZoom(PLACE_ZOOM), isHome: true, isJump }, isUnknown };
}

/**
 * Where the place was allowed before or a car charges, the map that moves flies on there from where it opened, whatever brought it: its
 * own turn, a service, or a pointer that merely lies over it.
 */
function useFlyHome(home: CameraTarget | undefined, fly: (home: CameraTarget) => void): void {
  const isDue = home !== undefined;
  useEffect(() => {
    if (isDue) fly(home);
    // Once: where the driver goes then is their own affair.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue]);
}
