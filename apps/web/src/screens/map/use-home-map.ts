import { useEffect, useState } from 'react';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useRunningCharge } from '#api/charging.ts';
import { useMapStations } from '#api/map-stations.ts';
import { useStation } from '#api/stations.ts';
import { useIsDefaultVehicleSettled } from '#api/vehicles.ts';
import { useWantedPlugs } from '#api/wanted-plugs.ts';
import { windowNear } from '#api/zoomed-window.ts';
import { useIsPositionUnknown, usePosition } from '#device/position.ts';
import { useStationFilter } from '#device/stored-filter.ts';
import { useMovingMap } from './activation/use-moving-map.ts';
import { useStationCards } from './cards/use-station-cards.ts';
import { usePagePanel } from './panels/use-page-panel.ts';
import type { CameraTarget } from './view/use-camera.ts';
import { useView } from './view/use-view.ts';
import {
  clampZoom,
  countIn,
  mapLibreZoom,
  PLACE_ZOOM,
  STATE_ZOOM,
  TOWN_ZOOM,
  type View,
  windowOfView,
} from './view/view.ts';

export type HomeMap = ReturnType<typeof useHomeMap>;

const NOTHING_KNOWN = () => 0;

/** Hook: the state of the home map: stations, cards, the moving map, and where the driver has asked it to go. */
export function useHomeMap(hasPageBeside: boolean) {
  const position = usePosition();
  const opened = useView(hasPageBeside);
  const { view, opensAt } = opened;
  const { stations, isEmpty, types, filter } = useStationsInView(opened, position);
  const { data: marks, isError } = stations;
  const cards = useStationCards(opened, {
    stations: marks?.cards,
    knownKm: marks?.knownKm ?? NOTHING_KNOWN,
    position,
    types,
    filter,
  });
  const { destination, fly, goTo, goHome, zoomBy } = useDestination(cards.stations, view);
  const pagePanel = usePagePanel({ isOpen: hasPageBeside, cards, view, stations: marks?.pins, goTo });
  const { home, isUnknown } = useHome(position, opensAt?.middle);
  const hasHome =
    home !== undefined &&
    (opensAt === undefined || opened.opensAtLastPlace) &&
    !opened.isTouched &&
    !pagePanel.isStationOpen;
  const isStateSeen = view !== undefined && view.mapLibreZoom >= mapLibreZoom(STATE_ZOOM);
  const moving = useMovingMap({ isWanted: opensAt !== undefined, isReady: cards.isArranged });
  const nearHome = home && { ...home, alsoSeen: placesNear(cards.stations, home.place) };
  const isLoading = !cards.isArranged && !isError;
  // Not before it is known which stations shall come into view too.
  const areNearKnown = isError || opensAt !== undefined || position === undefined || cards.cardsOf === 'near';
  const isHomeDue = hasHome && !isLoading && areNearKnown && !destination;
  useGoHome(isHomeDue ? nearHome : undefined, fly);
  return {
    position,
    /** Connector types that fit the driver's own vehicle, where they are known. */
    types,
    isFiltered: Object.keys(filter).length > 0,
    opened,
    stations,
    /** True if it is known that the map shows no station. */
    isEmpty,
    cards,
    isLoading,
    destination,
    /** True if it will not be known where the driver is or was, and the map shows the whole country. */
    isPlaceUnknown: isUnknown && opensAt === undefined && destination === undefined && !isStateSeen,
    goTo,
    goHome,
    /** Undefined until the view is known. */
    zoomBy,
    /** The page beside the map. It decides which station is chosen, and what a tap on a pin does. */
    pagePanel,
    moving,
  };
}

/** Hook: the stations from which pins and cards are made. */
function useStationsInView(
  { view, opensAt, isTouched }: ReturnType<typeof useView>,
  position: Coordinates | undefined,
) {
  const types = useWantedPlugs()?.types;
  const [filter] = useStationFilter();
  const [emptyView, setEmptyView] = useState<View>();
  // A map that opens at a place asks for the cards of that place before it is drawn. Where a map shows no station, the
  // cards are the nearest stations outside it.
  const opensNear = view ? undefined : opensAt?.middle;
  const nearTo = emptyView?.middle ?? opensNear ?? (isTouched || opensAt ? undefined : position);
  // Pins and cards then come in one answer. Which part of the world the map shows is known only when it is drawn.
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

/** Hook: where the map was last asked to go. */
function useDestination(stations: readonly Station[], view: View | undefined) {
  const [destination, setDestination] = useState<CameraTarget>();
  return {
    destination,
    fly: setDestination,
    goTo: (place: Coordinates, zoom: number) => setDestination({ place, mapLibreZoom: clampZoom(zoom) }),
    /** Moves the map to where the driver is. */
    goHome: (place: Coordinates) =>
      setDestination({
        place,
        mapLibreZoom: mapLibreZoom(PLACE_ZOOM),
        isHome: true,
        alsoSeen: placesNear(stations, place),
      }),
    zoomBy:
      view &&
      ((steps: number) =>
        setDestination((last) => ({
          place: view.middle,
          mapLibreZoom: clampZoom((last?.stepFrom === view ? last.mapLibreZoom : view.mapLibreZoom) + steps),
          stepFrom: view,
        }))),
  };
}

/** The stations of this many cards come into view with the driver, so that the map is not empty. */
const SEEN_WITH_DRIVER = 2;
/** The map does not zoom out for a station further away than this. */
const MAX_SEEN_KM = 25;

function placesNear(stations: readonly Station[], place: Coordinates): Coordinates[] {
  return stations.filter((station) => distanceKm(place, station) <= MAX_SEEN_KM).slice(0, SEEN_WITH_DRIVER);
}

/** From further away the map jumps, because nobody wants to fly over the country between. */
const MAX_FLIGHT_KM = 100;

/**
 * Hook: where the map goes by itself after it has opened: to the station where the driver's car charges, or else to the
 * driver. No `home` until it is known which of the two. `isUnknown` is true if neither will be known. If the map opened
 * far from there, it jumps.
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
 * Hook: takes the map home once, from where it opened. It does not matter why the moving map was loaded: by itself,
 * because of a map service, or because a pointer lies over the map.
 */
function useGoHome(home: CameraTarget | undefined, go: (home: CameraTarget) => void): void {
  const isDue = home !== undefined;
  useEffect(() => {
    if (isDue) go(home);
    // Runs once. Afterwards the driver decides where the map goes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue]);
}
