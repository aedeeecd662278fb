import { Search } from 'lucide-react';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useOngoingCharge } from '#api/charging.ts';
import { useMapStations, wholeNetwork } from '#api/map-stations.ts';
import { useClientConfig } from '#api/support.ts';
import { useColorScheme } from '#device/color-scheme.ts';
import { useMedia, WIDE } from '#device/media.ts';
import { usePosition } from '#device/position.ts';
import { storedStationFilter, useStationFilter } from '#device/station-filter.ts';
import { OngoingPill } from '#parts/OngoingPill.tsx';
import { ChosenFilters } from '#parts/station-filter/ChosenFilters.tsx';
import { StationCardSkeleton } from '#parts/StationCard.tsx';
import { paths } from '#paths.ts';
import { useArrival } from '#shell/arrival.ts';
import { MenuButton } from '#shell/NavBar.tsx';
import TabBar from '#shell/TabBar.tsx';
import { useMessages } from '#messages/messages.ts';
import { CardSlider } from './CardSlider.tsx';
import styles from './Map.module.css';
import { MapArea } from './MapArea.tsx';
import { MapNotices } from './MapNotices.tsx';
import { MapPanel } from './MapPanel.tsx';
import { MapTools } from './MapTools.tsx';
import { useActivated } from './use-activated.ts';
import type { Destination } from './use-camera.ts';
import { useCards, useView } from './use-cards.ts';
import { useFits } from './use-fits.ts';
import { useBasemap } from './use-basemap.ts';
import { useMapCode } from './use-map-code.ts';
import { useSize } from './use-size.ts';
import { countIn, mapLibreZoom, PLACE_ZOOM, windowOf } from './view.ts';

const PANEL_PX = 400;
const SEARCH_PX = 80;
const NOTHING: never[] = [];

/** Asks for what the map is about to show, before it is drawn. */
export function fetchAhead(queries: QueryClient): void {
  void queries.prefetchQuery(wholeNetwork(storedStationFilter()));
}

/** The home map with the cards of what lies nearest to its middle. */
export default function MapScreen() {
  const messages = useMessages();
  const page = useArrival();
  const isWide = useMedia(WIDE);
  const position = usePosition();
  const fits = useFits();
  const [choices] = useStationFilter();
  const opened = useView();
  const { view } = opened;
  const nearTo = opened.isTouched || opened.start ? undefined : position;
  const stations = useMapStations(view && windowOf(view), nearTo, choices);
  const { data: found, isError } = stations;
  const { data: charge } = useOngoingCharge();
  const [destination, setDestination] = useState<Destination>();
  const [foot, footSize] = useSize<HTMLDivElement>();
  const footHeight = footSize?.height;

  const { cards, isArranged, cardsOf, front, chosen, isCardLeading, onView, chooseCard, choosePin } = useCards(opened, {
    stations: found?.cards,
    position,
    fits,
  });
  const isLoading = !isArranged && !isError;

  const hasService = Boolean(useClientConfig().data?.map);
  const isElsewhere = opened.start !== undefined || destination !== undefined;
  const { isActivated, reach } = useActivated({ isWanted: isElsewhere || hasService, isReady: isArranged });
  const basemap = useBasemap(useColorScheme(), isActivated);
  const code = useMapCode(isActivated);
  const [cannotDraw, setCannotDraw] = useState(false);
  const fail = useCallback(() => setCannotDraw(true), []);
  const [serviceAttribution, setServiceAttribution] = useState('');
  const hasFailed = cannotDraw || code.isError || basemap.isError;

  const padding = useMemo(
    () => ({
      top: isWide ? 16 : SEARCH_PX,
      right: 8,
      bottom: isWide ? 16 : (footHeight ?? 0),
      left: isWide ? PANEL_PX : 8,
    }),
    [isWide, footHeight],
  );

  // Who picks a station does no longer want to be taken to where he asked before.
  const pickCard = (index: number) => {
    setDestination(undefined);
    chooseCard(index);
  };
  const pickPin = (id: string) => {
    setDestination(undefined);
    choosePin(id);
  };
  const loadMapAgain = () => {
    if (code.isError) void code.refetch();
    basemap.retry();
  };

  return (
    <main ref={page} tabIndex={-1} aria-label={messages.map.title} className={styles.home}>
      <title>{messages.pageTitle(messages.map.title)}</title>
      <h1 className="visually-hidden">{messages.map.title}</h1>
      {footHeight !== undefined && (
        <MapArea
          moving={cannotDraw ? undefined : code.data?.StationMap}
          basemap={basemap}
          stations={found?.pins ?? NOTHING}
          clusters={found?.clusters ?? NOTHING}
          fits={fits}
          chosen={chosen}
          isCardLeading={isCardLeading}
          position={position}
          destination={destination}
          start={opened.start}
          padding={padding}
          hasFailed={hasFailed}
          onReach={reach}
          onCloser={(place, zoom) => setDestination({ place, zoom })}
          onView={onView}
          onAttribution={setServiceAttribution}
          onChoose={pickPin}
          onFail={fail}
        />
      )}
      {isWide ? (
        <MapPanel
          stations={cards}
          isLoading={isLoading}
          chosenId={chosen?.property_id}
          from={position}
          cardsOf={cardsOf}
          inView={view && found && countIn(view, found)}
          onChoose={pickCard}
        />
      ) : (
        <>
          <SearchPill />
          <div className={styles.filters}>
            <ChosenFilters />
          </div>
        </>
      )}
      <div ref={foot} className={styles.foot}>
        <MapTools
          isFrontFree={!isWide && cardsOf === 'free' && chosen?.status === 1}
          basemap={basemap}
          attribution={serviceAttribution}
          onLocated={(place) => setDestination({ place, zoom: mapLibreZoom(PLACE_ZOOM) })}
        />
        <MapNotices stations={stations} hasMapFailed={hasFailed} onLoadMap={cannotDraw ? undefined : loadMapAgain} />
        {!isWide && (
          <>
            {cards.length > 0 ? (
              <CardSlider stations={cards} front={front} onFront={pickCard} from={position} brief={Boolean(charge)} />
            ) : (
              isLoading && <LoadingCard />
            )}
            <OngoingPill />
            <TabBar />
          </>
        )}
      </div>
    </main>
  );
}

/** Menu and the way to the search. */
function SearchPill() {
  const { map: messages } = useMessages();
  return (
    <header className={styles.search}>
      <MenuButton />
      <Link to={paths.search} className="clip">
        {messages.search}
      </Link>
      <Search size={24} aria-hidden />
    </header>
  );
}

function LoadingCard() {
  return (
    <div className={styles.loading} aria-busy>
      <StationCardSkeleton />
    </div>
  );
}
