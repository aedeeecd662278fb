import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station, StationCluster } from '@bijli/contract/stations';
import type { StationFilter } from '#device/stored-filter.ts';
import { EVERYWHERE, inWindow, wholeNetwork, type ZoomedWindow } from './map-windows.ts';
import { queryOf } from './query.ts';
import { useLiveAvailability } from './socket.ts';

/** What there is to draw. */
export interface MapStations {
  /** Drawn one by one. */
  pins: Station[];
  /** Drawn in place of single stations, where there are too many. */
  clusters: StationCluster[];
  /** Those that cards are made of; nothing until those near the driver are known. */
  cards: Station[] | undefined;
}

const NEAR: Pick<ZoomedWindow, 'zoom'> = { zoom: 12 };
const NEAR_DEGREES = 0.3;
/** Where nobody is near: the nearest of what is a day's drive away. */
const FAR: Pick<ZoomedWindow, 'zoom'> = { zoom: 9 };
const FAR_DEGREES = 12;

/**
 * The stations that match, for a map that shows `view`: the whole network in one answer or, where it is too large for that,
 * clusters and stations by windows, for a vehicle with these connector types only of those that fit. Near a known place, `around`,
 * the cards are of what lies there.
 */
export function useMapStations(
  view: ZoomedWindow | undefined,
  around: Coordinates | undefined,
  filter: StationFilter,
  types?: readonly string[],
) {
  const queries = useQueryClient();
  const isUnfiltered = Object.keys(filter).length === 0;
  const list = queryOf('chargingStation', {}).queryKey;
  const wholeQuery = useQuery({
    ...wholeNetwork(filter),
    // What the list of stations has loaded, or kept for when there is no network.
    initialData: () => (isUnfiltered ? queries.getQueryData(list) : undefined),
    initialDataUpdatedAt: () => queries.getQueryState(list)?.dataUpdatedAt,
    // What was kept is asked for again however young it is.
    refetchOnMount: () => (queries.getQueryState(list)?.isInvalidated ? 'always' : true),
  });
  useLiveAvailability(wholeQuery.data !== undefined);
  const isLarge = wholeQuery.data?.clusters !== undefined;
  const closeView = view && Math.floor(view.zoom) > EVERYWHERE.zoom ? view : undefined;
  const fitting = useMemo(() => thatFit(filter, types), [filter, types]);
  const isNearWanted = isLarge && (closeView !== undefined || fitting !== filter);
  const nearQuery = useQuery({
    ...inWindow(closeView ? snapped(closeView) : EVERYWHERE, fitting),
    enabled: isNearWanted,
    placeholderData: keepPreviousData,
  });
  const cardsAround = useCardsAround(isLarge ? around : undefined, fitting);

  // The list of stations need not load again what is here.
  useEffect(() => {
    const { data, dataUpdatedAt: answeredAtMs } = wholeQuery;
    if (!data || isLarge || !isUnfiltered || wholeQuery.isPlaceholderData) return;
    // A copy from before stays as old as it is.
    if (answeredAtMs > (queries.getQueryState(list)?.dataUpdatedAt ?? 0))
      queries.setQueryData(list, data, { updatedAt: answeredAtMs });
    // The key is the same array of the same words every time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [queries, wholeQuery.data, wholeQuery.dataUpdatedAt, isLarge, isUnfiltered, wholeQuery.isPlaceholderData]);

  const drawnAnswer = (isLarge && nearQuery.data) || wholeQuery.data;
  const cardsOf = isLarge && around ? cardsAround(drawnAnswer?.properties) : drawnAnswer?.properties;
  const data = useMemo((): MapStations | undefined => {
    if (!drawnAnswer) return undefined;
    const matching = (stations: Station[]) => available(stations, filter);
    return {
      pins: drawnAnswer.clusters ? [] : matching(drawnAnswer.properties),
      clusters: drawnAnswer.clusters ?? [],
      cards: cardsOf && matching(cardsOf),
    };
  }, [drawnAnswer, cardsOf, filter]);
  return {
    data,
    isError: wholeQuery.isError && !wholeQuery.data,
    /** What is drawn is of this view, and not of the one before, nor of the whole country while the view is asked for. */
    isOfView:
      drawnAnswer !== undefined &&
      !(isLarge ? nearQuery.isPlaceholderData : wholeQuery.isPlaceholderData) &&
      !(isNearWanted && nearQuery.data === undefined),
    /** There is an answer, and it could not be renewed. */
    isOld: wholeQuery.isError && wholeQuery.data !== undefined,
    refetch: wholeQuery.refetch,
    dataUpdatedAt: wholeQuery.dataUpdatedAt,
  };
}

/**
 * What lies around a place, of a network too large to be here whole: the stations near it or, where none is, the nearest of those
 * farther away. Answers with nothing while they are asked for, and with `other` where neither could be had.
 */
function useCardsAround(around: Coordinates | undefined, filter: StationFilter) {
  const windowOf = (degrees: number, seen: Pick<ZoomedWindow, 'zoom'>) =>
    around ? snapped(windowAround(around, degrees, seen)) : EVERYWHERE;
  const near = useQuery({
    ...inWindow(windowOf(NEAR_DEGREES, NEAR), filter),
    enabled: around !== undefined,
    placeholderData: keepPreviousData,
  });
  const isNoneNear = near.data?.properties.length === 0;
  const far = useQuery({
    ...inWindow(windowOf(FAR_DEGREES, FAR), filter),
    enabled: around !== undefined && isNoneNear,
    placeholderData: keepPreviousData,
  });
  const { data, isError } = isNoneNear ? far : near;
  return (other: Station[] | undefined) => data?.properties ?? (isError ? other : undefined);
}

/** The server counts its clusters by what is asked for: a plug that does not fit is not promised. */
function thatFit(filter: StationFilter, types: readonly string[] = []): StationFilter {
  return types.length === 0 || filter.connectors || filter.vehicle ? filter : { ...filter, connectors: types };
}

/** Widened to the edges of tiles: maps of one place ask for the same, and small moves for nothing. */
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

/** Availability moves while the page is open, so its filter is judged by the latest word. */
function available(stations: Station[], { available: statuses }: StationFilter): Station[] {
  return statuses === undefined ? stations : stations.filter(({ status }) => statuses.includes(String(status)));
}

/** When the station’s page was last answered, ms since 1970. Asked for only when `isWanted`; the page is then at hand too. */
export function useStationAnsweredAtMs(stationId: string, isWanted: boolean): number | undefined {
  const { data, dataUpdatedAt } = useQuery({
    ...queryOf('getCharger', { query: { property_id: stationId } }),
    enabled: isWanted,
    staleTime: 30_000,
    refetchInterval: 30_000,
    meta: { isQuiet: true },
  });
  return isWanted && data ? dataUpdatedAt : undefined;
}
