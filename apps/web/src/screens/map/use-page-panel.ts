import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useStation } from '#api/stations.ts';
import { paths, type StationNavigation } from '#paths.ts';
import type { useStationCards } from './use-station-cards.ts';
import { mapLibreZoom, PLACE_ZOOM, placeIn, type View, zoomIn } from './view.ts';

/** From so near on a pin is brought into view without coming closer. */
const NEAR_ZOOM = mapLibreZoom(12);

interface PagePanelOptions {
  /** Whether another page stands beside the map, and not the map's own cards. */
  isOpen: boolean;
  shown: Pick<ReturnType<typeof useStationCards>, 'chosen' | 'mapFollowsCard'>;
  view: View | undefined;
  /** All that the map knows of. */
  stations: readonly Station[] | undefined;
  goTo: (place: Coordinates, zoom: number) => void;
  pickPin: (id: string) => void;
}

/**
 * The map beside another page: the station whose page is open is the chosen one, the map comes to it or to the place that a
 * search has found, and a pin opens its station.
 */
export function usePagePanel({ isOpen, shown, view, stations, goTo, pickPin }: PagePanelOptions) {
  const navigate = useNavigate();
  const station = useOpenStation();
  const isNear = view !== undefined && view.mapLibreZoom >= NEAR_ZOOM;
  usePlaceAsked(goTo);
  useEffect(() => {
    if (station && !isNear) goTo(station, mapLibreZoom(PLACE_ZOOM));
    // When another one is opened; how near the map comes afterwards is the driver's affair.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [station?.property_id]);

  return {
    chosen: station ?? shown.chosen,
    mapFollowsCard: station ? isNear : shown.mapFollowsCard,
    isStationOpen: station !== undefined,
    pickPin(id: string) {
      const picked = isOpen && stations?.find(({ property_id }) => property_id === id);
      if (!picked) return pickPin(id);
      const state: StationNavigation = { station: picked };
      void navigate(paths.charger, { state, replace: station !== undefined });
    },
  };
}

/** The station whose page is open, once it is known where it is. */
function useOpenStation(): Station | undefined {
  const { pathname, state } = useLocation();
  const [search] = useSearchParams();
  const known = (state as StationNavigation | null)?.station;
  const id = pathname === paths.charger ? (known?.property_id ?? search.get('id') ?? undefined) : undefined;
  const { data } = useStation(id);
  return id === undefined ? undefined : (data?.property ?? known);
}

/** A map that was there already goes to the place that its address names later on. */
function usePlaceAsked(goTo: (place: Coordinates, zoom: number) => void): void {
  const { key, pathname, search: address } = useLocation();
  const [search] = useSearchParams();
  const place = placeIn(search);
  const spot = place && `${pathname} ${place.latitude} ${place.longitude}`;
  // Where the map opens it has read itself.
  const [first] = useState(key);
  const last = useRef({ spot, address });
  useEffect(() => {
    // A search that is narrowed otherwise still names the same place.
    const isNarrowed = spot === last.current.spot && address !== last.current.address;
    last.current = { spot, address };
    if (place && key !== first && !isNarrowed) goTo(place, mapLibreZoom(zoomIn(search)));
    // Once for each time that it is asked for.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
}
