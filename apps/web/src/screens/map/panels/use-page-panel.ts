import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useStation } from '#api/stations.ts';
import { paths, type StationNavigation } from '#paths.ts';
import type { useStationCards } from '../cards/use-station-cards.ts';
import { mapLibreZoom, NEAR_ZOOM, PLACE_ZOOM, placeIn, type View, zoomIn } from '../view/view.ts';

interface PagePanelOptions {
  /** True when another page is beside the map, and not the map's own cards. */
  isOpen: boolean;
  cards: Pick<ReturnType<typeof useStationCards>, 'chosen' | 'mapFollowsCard' | 'choosePin'>;
  view: View | undefined;
  /** All stations that the map has. */
  stations: readonly Station[] | undefined;
  goTo: (place: Coordinates, zoom: number) => void;
}

/**
 * Hook: the map beside another page. The station of that page is the chosen one. The map moves to it, or to the place
 * that a search has found. A tap on a pin opens its station.
 */
export function usePagePanel({ isOpen, cards, view, stations, goTo }: PagePanelOptions) {
  const navigate = useNavigate();
  const station = useOpenStation();
  const isNear = view !== undefined && view.mapLibreZoom >= mapLibreZoom(NEAR_ZOOM);
  usePlaceAsked(goTo);
  useEffect(() => {
    if (station && !isNear) goTo(station, mapLibreZoom(PLACE_ZOOM));
    // Runs when another station is opened. Afterwards the driver decides about the zoom.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [station?.property_id]);

  return {
    chosen: station ?? cards.chosen,
    mapFollowsCard: station ? isNear : cards.mapFollowsCard,
    isStationOpen: station !== undefined,
    pickPin(id: string) {
      const picked = isOpen && stations?.find(({ property_id }) => property_id === id);
      if (!picked) return cards.choosePin(id);
      const state: StationNavigation = { station: picked };
      void navigate(paths.charger, { state, replace: station !== undefined });
    },
  };
}

/** The station whose page is open. Undefined until its place is known. */
function useOpenStation(): Station | undefined {
  const { pathname, state } = useLocation();
  const [search] = useSearchParams();
  const known = (state as StationNavigation | null)?.station;
  const id = pathname === paths.charger ? (known?.property_id ?? search.get('id') ?? undefined) : undefined;
  const { data } = useStation(id);
  return id === undefined ? undefined : (data?.property ?? known);
}

/** Hook: a map that is already there moves to a new place in the address. */
function usePlaceAsked(goTo: (place: Coordinates, zoom: number) => void): void {
  const { key, pathname, search: address } = useLocation();
  const [search] = useSearchParams();
  const place = placeIn(search);
  const spot = place && `${pathname} ${place.latitude} ${place.longitude}`;
  // The first address was read when the map opened.
  const [first] = useState(key);
  const last = useRef({ spot, address });
  useEffect(() => {
    // A search with another filter still names the same place.
    const isNarrowed = spot === last.current.spot && address !== last.current.address;
    last.current = { spot, address };
    if (place && key !== first && !isNarrowed) goTo(place, mapLibreZoom(zoomIn(search)));
    // Runs once for each entry in the history.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
}
