import { type CSSProperties, type ReactNode, type Ref, useMemo, useSyncExternalStore } from 'react';
import { cx } from '@bijli/ui/cx';
import type { MapStations } from '#api/map-stations.ts';
import { RAIL, useMedia } from '#device/media.ts';
import { useMessages } from '#messages/messages.ts';
import { useLocateMe } from '#parts/position/use-locate-me.ts';
import { useFocusOnArrival } from '#shell/use-focus-on-arrival.ts';
import { FrontCard } from './cards/FrontCard.tsx';
import { MapTools } from './controls/MapTools.tsx';
import { SearchPill } from './controls/SearchPill.tsx';
import { MapArea } from './MapArea.tsx';
import { countedOf } from './marks/counted.ts';
import { MapNotices } from './notices/MapNotices.tsx';
import { usePlaceQuestion, WhereQuestion } from './notices/WhereQuestion.tsx';
import { MapPanel } from './panels/MapPanel.tsx';
import { PagePanel } from './panels/PagePanel.tsx';
import { type HomeMap, useHomeMap } from './use-home-map.ts';
import type { Padding } from './view/camera.ts';
import { type Size, useSize } from './view/use-size.ts';
import { countIn } from './view/view.ts';
import styles from './MapScreen.module.css';

const SEARCH_PX = 80;
const QUESTION_PX = 64;
/** The row of the chosen filter options. */
const CHOSEN_PX = 56;
/** Height of the captions and of the upper button at the bottom of the map, above the cards. */
const TOOLS_PX = 84;
/** Width of these captions in a low window. */
const CAPTIONS_PX = 296;
/** Height of the legend, the scale and the source at the bottom of a wide screen's map. */
const RAIL_TOOLS_PX = 60;
const EDGE_PX = 8;
/** A view is fitted into at least this height. */
const MIN_FREE_PX = 120;
const NO_MARKS: never[] = [];

/** The home map with cards of the stations nearest to its centre, or with another page in their place. */
export default function MapScreen({ pageBeside }: { pageBeside?: ReactNode }) {
  const messages = useMessages();
  const isMapOnly = pageBeside === undefined;
  const page = useFocusOnArrival(isMapOnly);
  const map = useHomeMap(!isMapOnly);
  const { isStationOpen } = map.pagePanel;
  const hasRail = useMedia(RAIL);
  const [bottomPanel, bottomPanelSize] = useSize<HTMLDivElement>();
  const [corner, cornerSize] = useSize<HTMLDivElement>();
  const locating = useLocating(map);
  const place = usePlaceQuestion(isMapOnly && map.isPlaceUnknown && !locating.failure);
  const padding = usePadding({
    hasRail,
    isStationOpen,
    // On wide screens the question and the chosen filters cover no part of India, or are in the panel.
    belowSearch: (place.isAsked ? QUESTION_PX : 0) + (map.isFiltered ? CHOSEN_PX : 0),
    bottomPanelHeight: bottomPanelSize?.height,
    cornerSize,
  });
  const question = place.isAsked && (
    <WhereQuestion isLocating={locating.isLocating} onLocate={locating.locate} onClose={place.close} />
  );

  return (
    <main
      ref={page}
      tabIndex={-1}
      aria-label={messages.map.title}
      className={cx(styles.home, isStationOpen && styles.withStation)}
    >
      {isMapOnly && (
        <>
          <title>{messages.pageTitle(messages.map.title)}</title>
          <h1 className="visually-hidden">{messages.map.title}</h1>
        </>
      )}
      {bottomPanelSize && cornerSize && <HomeMapArea map={map} padding={padding} />}
      {pageBeside !== undefined ? (
        <PagePanel>{pageBeside}</PagePanel>
      ) : hasRail ? (
        <>
          <CardsPanel map={map} />
          <div className={styles.question} data-over-map>
            {question}
          </div>
        </>
      ) : (
        <SearchPill>{question}</SearchPill>
      )}
      <div
        ref={bottomPanel}
        className={styles.bottomPanel}
        style={{ '--free-height': `calc(100dvh - ${padding.top + padding.bottom}px)` } as CSSProperties}
        data-over-map
      >
        <ToolsAndNotices corner={corner} map={map} locating={locating} isMapOnly={isMapOnly} />
        {!hasRail && (
          <FrontCard cards={map.cards} isLoading={map.isLoading} from={map.position} onFront={map.cards.chooseCard} />
        )}
      </div>
    </main>
  );
}

function HomeMapArea({ map, padding }: { map: HomeMap; padding: ReturnType<typeof usePadding> }) {
  const { moving, stations, cards, pagePanel } = map;
  return (
    <MapArea
      moving={moving.StationMap}
      basemap={moving.basemap}
      stations={stations.data?.pins ?? NO_MARKS}
      clusters={stations.data?.clusters ?? NO_MARKS}
      types={map.types}
      chosen={pagePanel.chosen}
      isArranged={cards.isArranged}
      mapFollowsCard={pagePanel.mapFollowsCard}
      position={map.position}
      destination={map.destination}
      opensAt={map.opened.opensAt}
      padding={padding}
      hasFailed={moving.hasFailed}
      onReach={moving.reach}
      onCloser={map.goTo}
      onView={cards.onView}
      onAttribution={moving.onAttribution}
      onStreets={moving.onStreets}
      onChoose={pagePanel.pickPin}
      onFail={moving.fail}
    />
  );
}

function CardsPanel({ map }: { map: HomeMap }) {
  const { cards, stations, opened } = map;
  const { view } = opened;
  return (
    <MapPanel
      stations={cards.stations}
      isLoading={map.isLoading}
      chosenId={cards.chosen?.property_id}
      from={map.position}
      bestId={cards.bestId}
      cardsOf={cards.cardsOf}
      // While another view is being fetched, the number would be of the old one.
      inView={view && stations.data && stations.isOfView ? countIn(view, counted(stations.data, map.types)) : undefined}
      view={view}
      mapFollowsCard={cards.mapFollowsCard}
      onChoose={cards.chooseCard}
    />
  );
}

/** Returns the marks without the pins that a cluster would not count. */
function counted({ pins, clusters }: MapStations, types: readonly string[] | undefined) {
  return { pins: pins.filter(countedOf(pins, types)), clusters };
}

type Locating = ReturnType<typeof useLocating>;

/** Hook: finds the driver and takes the map there. */
function useLocating({ goHome }: HomeMap) {
  const { isLocating, failure, locateMe, closeFailure } = useLocateMe();
  const locate = async () => {
    const place = await locateMe();
    if (place) goHome(place);
  };
  return {
    isLocating,
    failure,
    locate: () => void locate(),
    closeFailure,
  };
}

interface ToolsAndNoticesProps {
  corner: Ref<HTMLDivElement>;
  map: HomeMap;
  locating: Locating;
  isMapOnly: boolean;
}

/** The controls at the bottom of the map, above the cards. */
function ToolsAndNotices({ corner, map, locating, isMapOnly }: ToolsAndNoticesProps) {
  const { moving, cards, opened } = map;
  return (
    <>
      <MapTools
        corner={corner}
        isMapOnly={isMapOnly}
        hasVehicle={map.types !== undefined}
        basemap={moving.basemap}
        credit={moving.credit}
        scaled={moving.showsDistances ? opened.view : undefined}
        isLocating={locating.isLocating}
        onLocate={locating.locate}
        zoomBy={map.zoomBy}
      />
      <MapNotices
        stations={map.stations}
        noPlace={locating.failure}
        onCloseNoPlace={locating.closeFailure}
        hasMapFailed={moving.hasFailed}
        onLoadMap={moving.loadAgain}
        isEmpty={map.isEmpty}
        isWhole={opened.view === undefined}
        onNearest={cards.stations.length > 0 ? () => cards.chooseCard(0) : undefined}
      />
    </>
  );
}

interface Covered {
  hasRail: boolean;
  isStationOpen: boolean;
  /** Height of what is below the search on phones, in px. */
  belowSearch: number;
  bottomPanelHeight: number | undefined;
  /** Of the round buttons, with the space at their right and below them. */
  cornerSize: Size | undefined;
}

const NO_SIZE: Size = { width: 0, height: 0 };
/** Space between the round buttons and what is at their left or above them. */
const CORNER_GAP_PX = 4;

/** The edges of the map that bars and cards cover, in px. */
function usePadding(covered: Covered): Padding {
  const { hasRail, isStationOpen, belowSearch, bottomPanelHeight = 0, cornerSize = NO_SIZE } = covered;
  const height = useWindowHeight();
  return useMemo(() => {
    // In a low window, for example at 200 % zoom, part of the map is behind the cards. Some free height must remain,
    // because a view cannot be fitted into nothing.
    const bottom = hasRail
      ? RAIL_TOOLS_PX
      : Math.max(0, Math.min(bottomPanelHeight + TOOLS_PX, height - SEARCH_PX - MIN_FREE_PX));
    return {
      top: hasRail ? 16 : SEARCH_PX + belowSearch,
      right: EDGE_PX,
      bottom,
      // A station's page is wider than the list beside which the map begins.
      left: hasRail ? (isStationOpen ? 64 : 16) : EDGE_PX,
      // The part of the buttons' corner that is within these edges.
      corner: {
        width: cornerSize.width - EDGE_PX + CORNER_GAP_PX,
        height: bottomPanelHeight + cornerSize.height - bottom + CORNER_GAP_PX,
      },
      ...(!hasRail && {
        captions: { width: CAPTIONS_PX, height: Math.max(0, bottomPanelHeight + TOOLS_PX - bottom) },
      }),
    };
  }, [hasRail, isStationOpen, belowSearch, bottomPanelHeight, cornerSize, height]);
}

function useWindowHeight(): number {
  return useSyncExternalStore(onResize, () => innerHeight);
}

function onResize(then: () => void): () => void {
  addEventListener('resize', then);
  return () => removeEventListener('resize', then);
}
