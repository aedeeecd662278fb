import { useEffect, type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { cx } from '@bijli/ui/cx';
import { useRunningCharge } from '#api/charging.ts';
import { useMapStations } from '#api/map-stations.ts';
import { useStation } from '#api/stations.ts';
import { useDefaultVehicle } from '#api/vehicles.ts';
import { RAIL, useMedia } from '#device/media.ts';
import { usePosition } from '#device/position.ts';
import { useStationFilter } from '#device/stored-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { useArrival } from '#shell/arrival.ts';
import { FrontCard } from './FrontCard.tsx';
import { MapArea } from './MapArea.tsx';
import { MapNotices } from './MapNotices.tsx';
import { MapPanel } from './MapPanel.tsx';
import { MapTools } from './MapTools.tsx';
import { useNoPlace } from './NoPlaceNotice.tsx';
import { PagePanel } from './PagePanel.tsx';
import { SearchPill } from './SearchPill.tsx';
import type { CameraTarget } from './use-camera.ts';
import { useMovingMap } from './use-moving-map.ts';
import { usePagePanel } from './use-page-panel.ts';
import { useSize } from './use-size.ts';
import { useStationCards } from './use-station-cards.ts';
import { useView } from './use-view.ts';
import { countIn, mapLibreZoom, PLACE_ZOOM, type View, windowOfView } from './view.ts';
import styles from './MapScreen.module.css';

const SEARCH_PX = 80;
/** Of what stands at the map's foot above the cards: its captions, and the upper of its buttons. */
const TOOLS_PX = 84;
/** The map is fitted into no less than this. */
const MIN_FREE_PX = 120;
const NO_MARKS: never[] = [];

/** The home map with the cards of what lies nearest to its middle, or with another page in their place. */
export default function MapScreen({ pageBeside }: { pageBeside?: ReactNode }) {
  const messages = useMessages();
  const page = useArrival(pageBeside === undefined);
  const hasRail = useMedia(RAIL);
  const position = usePosition();
  const types = useDefaultVehicle()?.types;
  const [filter] = useStationFilter();
  const opened = useView();
  const { view, opensAt } = opened;
  const [emptyView, setEmptyView] = useState<View>();
  // Where nothing is to be seen the cards are of the nearest beyond.
  const nearTo = emptyView?.middle ?? (opened.isTouched || opensAt ? undefined : position);
  const stations = useMapStations(view && windowOfView(view), nearTo, filter, types);
  const { data: marks, isError } = stations;
  const shown = useStationCards(opened, { stations: marks?.cards, position, types, filter });
  const { cards, chosen, cardsOf, isArranged } = shown;
  const isLoading = !isArranged && !isError;
  const { destination, goTo, goHome, pickCard, pickPin } = useDestination(shown);
  const open = usePagePanel({ isOpen: pageBeside !== undefined, shown, view, stations: marks?.pins, goTo, pickPin });
  const home = useHome(position);
  const hasHome = home !== undefined && opensAt === undefined && !opened.isTouched && !open.isStationOpen;
  const isWanted = opensAt !== undefined || destination !== undefined;
  const moving = useMovingMap({ isWanted, isReady: isArranged, hasAim: hasHome });
  const { basemap, hasFailed } = moving;
  useFlyHome(hasHome && moving.isActivated && !destination ? home : undefined, goHome);
  const isEmpty = marks !== undefined && stations.isOfView && countIn(view, marks) === 0;
  const nextEmptyView = isEmpty ? view : undefined;
  if (nextEmptyView !== emptyView && stations.isOfView) setEmptyView(nextEmptyView);
  const noPlace = useNoPlace();
  const [foot, footSize] = useSize<HTMLDivElement>();
  const padding = usePadding(hasRail, open.isStationOpen, footSize?.height);

  return (
    <main
      ref={page}
      tabIndex={-1}
      aria-label={messages.map.title}
      className={cx(styles.home, open.isStationOpen && styles.withStation)}
    >
      {pageBeside === undefined && (
        <>
          <title>{messages.pageTitle(messages.map.title)}</title>
          <h1 className="visually-hidden">{messages.map.title}</h1>
        </>
      )}
      {footSize && (
        <MapArea
          moving={moving.StationMap}
          basemap={basemap}
          stations={marks?.pins ?? NO_MARKS}
          clusters={marks?.clusters ?? NO_MARKS}
          types={types}
          chosen={open.chosen}
          isArranged={isArranged}
          isCardLeading={open.isCardLeading}
          position={position}
          destination={destination}
          opensAt={opensAt}
          padding={padding}
          hasFailed={hasFailed}
          onReach={moving.reach}
          onCloser={goTo}
          onView={shown.onView}
          onAttribution={moving.onAttribution}
          onStreets={moving.onStreets}
          onChoose={open.pickPin}
          onFail={moving.fail}
        />
      )}
      {pageBeside !== undefined ? (
        <PagePanel>{pageBeside}</PagePanel>
      ) : hasRail ? (
        <MapPanel
          stations={cards}
          isLoading={isLoading}
          chosenId={chosen?.property_id}
          from={position}
          bestId={shown.bestId}
          cardsOf={cardsOf}
          inView={view && marks && countIn(view, marks)}
          view={view}
          isCardLeading={shown.isCardLeading}
          onChoose={pickCard}
        />
      ) : (
        <SearchPill />
      )}
      <div ref={foot} className={styles.foot} data-over-map>
        <MapTools
          isMapOnly={pageBeside === undefined}
          isFrontFree={!hasRail && !opened.isTouched && cardsOf === 'free' && chosen?.status === 1}
          hasVehicle={types !== undefined}
          basemap={basemap}
          credit={moving.credit}
          scaled={moving.isChart ? view : undefined}
          onLocated={(place) => {
            noPlace.close();
            goHome(place);
          }}
          onNotLocated={noPlace.tell}
        />
        <MapNotices
          stations={stations}
          noPlace={noPlace}
          hasMapFailed={hasFailed}
          onLoadMap={moving.loadAgain}
          isEmpty={isEmpty}
          isWhole={view === undefined}
          onNearest={cards.length > 0 ? () => pickCard(0) : undefined}
        />
        {!hasRail && <FrontCard shown={shown} isLoading={isLoading} from={position} onFront={pickCard} />}
      </div>
    </main>
  );
}

/** Where the driver asks to be taken; who picks a station does no longer want to go there. */
function useDestination({ chooseCard, choosePin }: ReturnType<typeof useStationCards>) {
  const [destination, setDestination] = useState<CameraTarget>();
  return {
    destination,
    goTo: (place: Coordinates, zoom: number) => setDestination({ place, mapLibreZoom: zoom }),
    /** To the driver's own place. */
    goHome: (place: Coordinates) => setDestination({ place, mapLibreZoom: mapLibreZoom(PLACE_ZOOM), isHome: true }),
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

/** What bars and cards leave free of the map, px from each edge. */
function usePadding(hasRail: boolean, isStationOpen: boolean, footHeight = 0) {
  const height = useWindowHeight();
  return useMemo(
    () => ({
      top: hasRail ? 16 : SEARCH_PX,
      right: 8,
      // In a low window, as at 200 %, the map lies in part below the cards: what is fitted into nothing is lost.
      bottom: hasRail ? 16 : Math.max(0, Math.min(footHeight + TOOLS_PX, height - SEARCH_PX - MIN_FREE_PX)),
      // A station's page is wider than the list that the map begins beside.
      left: hasRail ? (isStationOpen ? 64 : 16) : 8,
    }),
    [hasRail, isStationOpen, footHeight, height],
  );
}

function useWindowHeight(): number {
  return useSyncExternalStore(onResize, () => innerHeight);
}

function onResize(then: () => void): () => void {
  addEventListener('resize', then);
  return () => removeEventListener('resize', then);
}

/** Where the driver's car charges or, where none does, the driver is; nothing until it is known whether one does. */
function useHome(position: Coordinates | undefined): Coordinates | undefined {
  const { data: charge, isLoading } = useRunningCharge();
  const { data } = useStation(charge?.property_id);
  if (isLoading) return undefined;
  return charge?.property_id === undefined ? position : data?.property;
}

/**
 * Where the place was allowed before or a car charges, the map that moves flies on there from the whole of India, whatever brought it: its
 * own turn, a service, or a pointer that merely lies over it.
 */
function useFlyHome(home: Coordinates | undefined, goHome: (place: Coordinates) => void): void {
  const isDue = home !== undefined;
  useEffect(() => {
    if (isDue) goHome(home);
    // Once: where the driver goes then is their own affair.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue]);
}
