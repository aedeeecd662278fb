import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { matchesAvailable } from '@bijli/contract/station-plugs';
import type { Station, StationCluster } from '@bijli/contract/stations';
import type { StationFilter } from '#device/stored-filter.ts';
import { windowQueryOf } from './map-windows.ts';
import { useLiveAvailability } from './socket.ts';
import { useWholeNetwork } from './whole-network.ts';
import { type KnownKm, useCardsAround, useKnownKm, useWindow, type WindowAnswer } from './window-answers.ts';
import { type WindowsToAsk, useWindowInView } from './window-in-view.ts';
import { EVERYWHERE } from './zoomed-window.ts';

/** What the map draws. */
export interface MapStations {
  /** Stations drawn singly. */
  pins: Station[];
  /** Clusters drawn instead of stations, where there are too many. */
  clusters: StationCluster[];
  /** Stations for the cards. Undefined until those near the driver are known. */
  cards: Station[] | undefined;
  /** How far the cards are complete. */
  knownKm: KnownKm;
}

interface MapStationsOptions extends WindowsToAsk {
  /** The cards are of stations near this place. */
  around: Coordinates | undefined;
  filter: StationFilter;
  /** The windows are limited to stations with a connector of these types. */
  types: readonly string[] | undefined;
}

/**
 * Hook: the matching stations for a map. It asks for the whole network in one call. While that is on its way, or if it
 * is too large, it asks for clusters and stations by windows.
 */
export function useMapStations({ around, filter, types, ...mapView }: MapStationsOptions) {
  const fitting = useMemo(() => addFittingTypes(filter, types), [filter, types]);
  const network = useWholeNetwork(filter);
  useLiveAvailability(network.answer !== undefined);
  const inView = useInView(mapView, { filter, fitting, network });
  const ofNetwork = network.answer && { answer: network.answer, window: EVERYWHERE, isOfWindowBefore: false };
  const drawn = inView.answered ?? ofNetwork;
  const ofView = inView.isPlaceComing ? undefined : drawn;
  const place = network.isClustered ? around : undefined;
  const nearPlace = useCardsAround(place, fitting, ofView);
  const cards = place ? nearPlace : ofView;
  return {
    data: useDrawnStations(drawn, cards, { filter, types }),
    isError: network.isError && network.answer === undefined,
    /** True when the data is of this view, not of the view before it nor of the whole country around it. */
    isOfView: drawn !== undefined && !drawn.isOfWindowBefore && !inView.isUnanswered,
    /** There is an answer, but it could not be refreshed. */
    isStale: network.isError && network.answer !== undefined,
    refetch: network.refetch,
    answeredAtMs: network.answeredAtMs,
  };
}

interface InViewOptions {
  filter: StationFilter;
  fitting: StationFilter;
  network: Pick<ReturnType<typeof useWholeNetwork>, 'isClustered' | 'isComing'>;
}

/** Hook: the answer for the window in view. Undefined where the answer of the whole network is enough. */
function useInView(windows: WindowsToAsk, { filter, fitting, network: { isClustered, isComing } }: InViewOptions) {
  const queries = useQueryClient();
  const window = useWindowInView(windows, fitting);
  // A place that is looked at does not wait for the whole country.
  const areWindowsUsed = isClustered || isComing;
  // The clusters of the whole country count connectors that do not fit, so they are asked for again.
  const isWanted = window ? areWindowsUsed : isClustered && fitting !== filter;
  const { answered, isError } = useWindow(window ?? EVERYWHERE, fitting, { isWanted });
  const ofCountry = queries.getQueryData(windowQueryOf(EVERYWHERE, fitting).queryKey);
  return {
    answered: areWindowsUsed ? answered : undefined,
    /** There is no answer for any window yet. */
    isUnanswered: isWanted && answered === undefined,
    /**
     * The stations of this place are still to come. The few that stand alone on the map of the whole country are no
     * cards for it.
     */
    isPlaceComing: areWindowsUsed && window !== undefined && answered?.answer === ofCountry && !isError,
  };
}

/** Hook: what is drawn of these answers. The same object until that changes. */
function useDrawnStations(
  drawn: WindowAnswer | undefined,
  ofCards: WindowAnswer | undefined,
  { filter, types }: Pick<MapStationsOptions, 'filter' | 'types'>,
): MapStations | undefined {
  const knownKm = useKnownKm(ofCards);
  const [answer, cards] = [drawn?.answer, ofCards?.answer.properties];
  return useMemo(() => {
    if (!answer) return undefined;
    const matching = (stations: Station[]) => keepAvailable(stations, filter, types);
    return {
      pins: answer.clusters ? [] : matching(answer.properties),
      clusters: answer.clusters ?? [],
      cards: cards && matching(cards),
      knownKm,
    };
  }, [answer, cards, filter, types, knownKm]);
}

/** Adds the fitting types to the filter for clusters, so that the server counts no connectors that do not fit. */
function addFittingTypes(filter: StationFilter, types: readonly string[] = []): StationFilter {
  const areFiltered = filter.connectors || filter.vehicle || types.every((type) => filter.current?.includes(type));
  return areFiltered ? filter : { ...filter, connectors: types };
}

/** Keeps the stations that match `available` still, because availability changes while the page is open. */
function keepAvailable(
  stations: Station[],
  { available: wanted }: StationFilter,
  types: readonly string[] | undefined,
): Station[] {
  return wanted ? stations.filter((one) => wanted.some((value) => matchesAvailable(one, value, types))) : stations;
}
