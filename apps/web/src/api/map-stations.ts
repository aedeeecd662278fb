import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import { matchesAvailable } from '@bijli/contract/station-plugs';
import type { Station, StationCluster } from '@bijli/contract/stations';
import type { StationFilter } from '#device/stored-filter.ts';
import { EVERYWHERE, inWindow, wholeNetwork, type ZoomedWindow } from './map-windows.ts';
import { queryOf } from './query.ts';
import { useLiveAvailability } from './socket.ts';

/** What the map draws. */
export interface MapStations {
  /** Stations drawn singly. */
  pins: Station[];
  /** Clusters drawn instead of stations, where there are too many. */
  clusters: StationCluster[];
  /** Stations for the cards. Undefined until those near the driver are known. */
  cards: Station[] | undefined;
  /** How far from a place, in km, every station where a charge can start is among the cards. 0: nobody knows. */
  knownKm: (place: Coordinates) => number;
}

/** Stations, or clusters with the best stations, and the window that they are of. */
interface Answered {
  answer: { properties: Station[]; clusters?: StationCluster[] | undefined };
  window: ZoomedWindow;
  /** True if the answer is of the window before, because that of this window has not arrived. */
  isOfWindowBefore: boolean;
}

const NEAR: Pick<ZoomedWindow, 'zoom'> = { zoom: 12 };
const NEAR_DEGREES = 0.3;
/** Zoom of the window when nothing is near: the nearest stations within a day's drive. */
const FAR: Pick<ZoomedWindow, 'zoom'> = { zoom: 9 };
const FAR_DEGREES = 12;
const NOWHERE: Coordinates = { latitude: 0, longitude: 0 };

interface MapStationsOptions {
  /** What the map shows. Undefined until that is known. */
  view: ZoomedWindow | undefined;
  /** A window around where the map opens. Its answer serves every view inside it, if it has no clusters. */
  opening: ZoomedWindow | undefined;
  /** A window around the driver. If the cards had its answer, that serves the views inside it too. */
  nearDriver: ZoomedWindow | undefined;
  /** The cards are of stations near this place. */
  around: Coordinates | undefined;
  filter: StationFilter;
  /** The windows are limited to stations with a connector of these types. */
  types: readonly string[] | undefined;
}

/**
 * Hook: the matching stations for a map. It asks for the whole network in one call, or, when that is too large, for
 * clusters and stations by windows.
 */
export function useMapStations({ view, opening, nearDriver, around, filter, types }: MapStationsOptions) {
  const queries = useQueryClient();
  const isUnfiltered = Object.keys(filter).length === 0;
  const list = queryOf('chargingStation', {}).queryKey;
  const wholeQuery = useQuery({
    ...wholeNetwork(filter),
    // What the list of stations has loaded, or a stored copy when there is no network.
    initialData: () => (isUnfiltered ? queries.getQueryData(list) : undefined),
    initialDataUpdatedAt: () => queries.getQueryState(list)?.dataUpdatedAt,
    // A stored copy is always fetched again, however new it is.
    refetchOnMount: () => (queries.getQueryState(list)?.isInvalidated ? 'always' : true),
  });
  useLiveAvailability(wholeQuery.data !== undefined);
  const isLarge = wholeQuery.data?.clusters !== undefined;
  const fitting = useMemo(() => thatFit(filter, types), [filter, types]);
  const known = (window: ZoomedWindow) => queries.getQueryData(inWindow(window, fitting).queryKey);
  const isOpeningEnough =
    opening !== undefined && (!view || isInside(opening, view)) && known(opening)?.clusters === undefined;
  const [last, setLast] = useState<ZoomedWindow>();
  // The stations of a window that was answered without clusters are all there, however near the map comes.
  const enclosing = [last, nearDriver].find(
    (window) => window && view && isInside(window, view) && isComplete(known(window)),
  );
  const seen = view && Math.floor(view.zoom) > EVERYWHERE.zoom ? snapped(view) : undefined;
  const closeView = isOpeningEnough ? opening : (enclosing ?? seen);
  if (closeView && keyOf(closeView) !== keyOf(last)) setLast(closeView);
  // Where a place is looked at, it does not wait for the whole country.
  const isWholeComing = wholeQuery.data === undefined && !wholeQuery.isError;
  const isNearWanted = closeView ? isLarge || isWholeComing : isLarge && fitting !== filter;
  const nearQuery = useQuery({
    ...inWindow(closeView ?? EVERYWHERE, fitting),
    enabled: isNearWanted,
    placeholderData: keepPreviousData,
  });
  const cardsAround = useCardsAround(isLarge ? around : undefined, fitting);

  // The list of stations then need not load them again.
  useEffect(() => {
    const { data, dataUpdatedAt: answeredAtMs } = wholeQuery;
    if (!data || isLarge || !isUnfiltered || wholeQuery.isPlaceholderData) return;
    // A stored copy keeps its age.
    if (answeredAtMs > (queries.getQueryState(list)?.dataUpdatedAt ?? 0))
      queries.setQueryData(list, data, { updatedAt: answeredAtMs });
    // The key is rebuilt with the same values on each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [queries, wholeQuery.data, wholeQuery.dataUpdatedAt, isLarge, isUnfiltered, wholeQuery.isPlaceholderData]);

  const near = isLarge || isWholeComing ? answered(nearQuery, closeView ?? EVERYWHERE) : undefined;
  const drawn = near ?? answered(wholeQuery, EVERYWHERE);
  // The few that stand alone on the map of the whole country are no cards for a place whose own stations are still to come.
  const isOfCountry = nearQuery.data === queries.getQueryData(inWindow(EVERYWHERE, fitting).queryKey);
  const isPlaceComing = (isLarge || isWholeComing) && closeView !== undefined && isOfCountry && !nearQuery.isError;
  const drawnCards = isPlaceComing ? undefined : drawn;
  const ofCards = isLarge && around ? cardsAround(drawnCards) : drawnCards;
  const cardsKnownKm = useKnownKm(ofCards);
  const [drawnAnswer, cardsAnswer] = [drawn?.answer, ofCards?.answer];
  const data = useMemo((): MapStations | undefined => {
    if (!drawnAnswer) return undefined;
    const matching = (stations: Station[]) => available(stations, filter, types);
    return {
      pins: drawnAnswer.clusters ? [] : matching(drawnAnswer.properties),
      clusters: drawnAnswer.clusters ?? [],
      cards: cardsAnswer && matching(cardsAnswer.properties),
      knownKm: cardsKnownKm,
    };
  }, [drawnAnswer, cardsAnswer, filter, types, cardsKnownKm]);
  return {
    data,
    isError: wholeQuery.isError && !wholeQuery.data,
    /**
     * True when the data is of this view, not of the view before it, nor of the whole country while this view is being
     * fetched.
     */
    isOfView:
      drawn !== undefined &&
      !(isLarge || isWholeComing ? nearQuery.isPlaceholderData : wholeQuery.isPlaceholderData) &&
      !(isNearWanted && nearQuery.data === undefined),
    /** There is an answer, but it could not be refreshed. */
    isStale: wholeQuery.isError && wholeQuery.data !== undefined,
    refetch: wholeQuery.refetch,
    /** When the whole network was last answered. 0 if it never was. */
    answeredAtMs: wholeQuery.dataUpdatedAt,
  };
}

/**
 * Hook: stations around a place, when the network is too large to be loaded completely: those near it, or the nearest
 * ones farther away. Undefined while they are being fetched, and `other` when neither could be fetched.
 */
function useCardsAround(around: Coordinates | undefined, filter: StationFilter) {
  // Without a place nothing is asked for, and nothing of the whole country is taken for the place that comes.
  const near = useQuery({
    ...inWindow(windowNear(around ?? NOWHERE), filter),
    enabled: around !== undefined,
    placeholderData: keepPreviousData,
  });
  const isNoneNear = near.data?.properties.length === 0;
  const farWindow = snapped(windowAround(around ?? NOWHERE, FAR_DEGREES, FAR));
  const far = useQuery({
    ...inWindow(farWindow, filter),
    enabled: around !== undefined && isNoneNear,
    placeholderData: keepPreviousData,
  });
  const { isError } = isNoneNear ? far : near;
  const cards = isNoneNear ? answered(far, farWindow) : answered(near, windowNear(around ?? NOWHERE));
  return (other: Answered | undefined) => cards ?? (isError ? other : undefined);
}

function isComplete(answer: Answered['answer'] | undefined): boolean {
  return answer !== undefined && answer.clusters === undefined;
}

function keyOf(window: ZoomedWindow | undefined): string | undefined {
  return window && Object.values(window).join();
}

function answered(
  { data, isPlaceholderData: isOfWindowBefore }: { data?: Answered['answer'] | undefined; isPlaceholderData: boolean },
  window: ZoomedWindow,
): Answered | undefined {
  return data && { answer: data, window, isOfWindowBefore };
}

/** Hook: `knownKm` of the stations in this answer. The same function until that changes. */
function useKnownKm(cards: Answered | undefined): MapStations['knownKm'] {
  const { answer, isOfWindowBefore = true, window } = cards ?? {};
  const key = keyOf(window);
  return useMemo(
    (): MapStations['knownKm'] =>
      answer && window && !isOfWindowBefore ? (place) => knownKm(place, { answer, window }) : () => 0,
    // The window is a new object in each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [answer, isOfWindowBefore, key],
  );
}

/** How far from a place, in km, this answer has every station where a charge can start. */
export function knownKm(place: Coordinates, { answer, window }: Omit<Answered, 'isOfWindowBefore'>): number {
  if (!isInside(window, { west: place.longitude, east: place.longitude, south: place.latitude, north: place.latitude }))
    return 0;
  const edges = [
    { ...place, longitude: window.west },
    { ...place, longitude: window.east },
    { ...place, latitude: window.south },
    { ...place, latitude: window.north },
  ];
  const edgeKm = Math.min(...edges.map((edge) => distanceKm(place, edge)));
  if (!answer.clusters) return edgeKm;
  // Beside clusters there are the free stations nearest to the middle, and others only if those are all.
  const middle = { latitude: (window.south + window.north) / 2, longitude: (window.west + window.east) / 2 };
  const reachKm = Math.max(0, ...answer.properties.map((station) => distanceKm(middle, station)));
  return Math.max(0, Math.min(edgeKm, reachKm - distanceKm(middle, place)));
}

/** The filter for clusters, which the server counts: connectors that do not fit are left out of the count. */
function thatFit(filter: StationFilter, types: readonly string[] = []): StationFilter {
  const areFiltered = filter.connectors || filter.vehicle || types.every((type) => filter.current?.includes(type));
  return areFiltered ? filter : { ...filter, connectors: types };
}

/**
 * Extends the window to the edges of tiles, so that maps of the same place make the same request and small moves make
 * none.
 */
export function snapped({ west, south, east, north, zoom }: ZoomedWindow): ZoomedWindow {
  const wholeZoom = Math.floor(zoom);
  const tile = 360 / 2 ** wholeZoom;
  const edge = (round: (tiles: number) => number, degrees: number) => Number((round(degrees / tile) * tile).toFixed(6));
  return {
    west: Math.max(-180, edge(Math.floor, west)),
    south: Math.max(-90, edge(Math.floor, south)),
    east: Math.min(180, edge(Math.ceil, east)),
    north: Math.min(90, edge(Math.ceil, north)),
    zoom: wholeZoom,
  };
}

/** The window of the cards near a place. */
export function windowNear(place: Coordinates): ZoomedWindow {
  return snapped(windowAround(place, NEAR_DEGREES, NEAR));
}

type Edges = Omit<ZoomedWindow, 'zoom'>;

function isInside(outer: Edges, { west, south, east, north }: Edges): boolean {
  return west >= outer.west && south >= outer.south && east <= outer.east && north <= outer.north;
}

function windowAround(
  { latitude, longitude }: Coordinates,
  degrees: number,
  seen: Pick<ZoomedWindow, 'zoom'>,
): ZoomedWindow {
  return {
    west: longitude - degrees,
    south: latitude - degrees,
    east: longitude + degrees,
    north: latitude + degrees,
    ...seen,
  };
}

/** Filters by `available` again, because availability changes while the page is open. */
function available(
  stations: Station[],
  { available: wanted }: StationFilter,
  types: readonly string[] | undefined,
): Station[] {
  return wanted ? stations.filter((one) => wanted.some((value) => matchesAvailable(one, value, types))) : stations;
}
