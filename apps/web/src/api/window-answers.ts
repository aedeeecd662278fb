import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { contains, distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { Station, StationCluster } from '@bijli/contract/stations';
import type { StationFilter } from '#device/stored-filter.ts';
import { windowQueryOf } from './map-windows.ts';
import { windowFarAround, windowKey, windowNear, type ZoomedWindow } from './zoomed-window.ts';

/** Stations, or clusters with the best stations, and the window that they are of. */
export interface WindowAnswer {
  answer: { properties: Station[]; clusters?: StationCluster[] | undefined };
  window: ZoomedWindow;
  /** True if the answer is of the window before, because that of this window has not arrived. */
  isOfWindowBefore: boolean;
}

/** Hook: the matching stations in a window. Until they arrive, those of the window before. */
export function useWindow(window: ZoomedWindow, filter: StationFilter, { isWanted }: { isWanted: boolean }) {
  const { data, isError, isPlaceholderData } = useQuery({
    ...windowQueryOf(window, filter),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const answered: WindowAnswer | undefined = data && { answer: data, window, isOfWindowBefore: isPlaceholderData };
  return { answered, isError };
}

const NOWHERE: Coordinates = { latitude: 0, longitude: 0 };

/**
 * Hook: stations around a place, when the network is too large to be loaded completely: those near it, or the nearest
 * ones farther away. Undefined while they are being fetched, and `otherwise` when neither could be fetched.
 */
export function useCardsAround(
  around: Coordinates | undefined,
  filter: StationFilter,
  otherwise: WindowAnswer | undefined,
): WindowAnswer | undefined {
  // Without a place nothing is asked for, and nothing of the whole country is taken for the place that comes.
  const place = around ?? NOWHERE;
  const near = useWindow(windowNear(place), filter, { isWanted: around !== undefined });
  const isNoneNear = near.answered?.answer.properties.length === 0;
  const far = useWindow(windowFarAround(place), filter, { isWanted: around !== undefined && isNoneNear });
  const { answered, isError } = isNoneNear ? far : near;
  return answered ?? (isError ? otherwise : undefined);
}

/** How far from a place, in km, every station where a charge can start is in an answer. 0: nobody knows. */
export type KnownKm = (place: Coordinates) => number;

/** Hook: `knownKm` of the stations in this answer. The same function until that changes. */
export function useKnownKm(answered: WindowAnswer | undefined): KnownKm {
  const { answer, isOfWindowBefore = true, window } = answered ?? {};
  const key = windowKey(window);
  return useMemo(
    (): KnownKm => (answer && window && !isOfWindowBefore ? (place) => knownKm(place, { answer, window }) : () => 0),
    // The window is a new object in each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [answer, isOfWindowBefore, key],
  );
}

/** How far from a place, in km, this answer has every station where a charge can start. */
export function knownKm(place: Coordinates, { answer, window }: Omit<WindowAnswer, 'isOfWindowBefore'>): number {
  if (!contains(window, place)) return 0;
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
