import type { QueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Place } from '@bijli/contract/geo';
import { useMapStations, wholeNetwork } from '#api/map-stations.ts';
import { useMedia, WIDE } from '#device/media.ts';
import { usePosition } from '#device/position.ts';
import { storedStationFilter, useStationFilter } from '#device/station-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { ChosenFilters } from '#parts/station-filter/ChosenFilters.tsx';
import { paths } from '#paths.ts';
import { useArrival } from '#shell/arrival.ts';
import { MenuButton } from '#shell/NavBar.tsx';
import { FrontCard } from './FrontCard.tsx';
import { MapArea } from './MapArea.tsx';
import { MapNotices } from './MapNotices.tsx';
import { MapPanel } from './MapPanel.tsx';
import { MapTools } from './MapTools.tsx';
import type { Destination } from './use-camera.ts';
import { useCards, useView } from './use-cards.ts';
import { useFits } from './use-fits.ts';
import { useMovingMap } from './use-moving-map.ts';
import { useSize } from './use-size.ts';
import { countIn, mapLibreZoom, PLACE_ZOOM, windowOf } from './view.ts';
import styles from './Map.module.css';

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
  const { view, start } = opened;
  const nearTo = opened.isTouched || start ? undefined : position;
  const stations = useMapStations(view && windowOf(view), nearTo, choices);
  const { data: found, isError } = stations;
  const shown = useCards(opened, { stations: found?.cards, position, fits });
  const { cards, chosen, cardsOf, isArranged } = shown;
  const isLoading = !isArranged && !isError;
  const { destination, goTo, pickCard, pickPin } = useDestination(shown);
  const moving = useMovingMap({ isWanted: start !== undefined || destination !== undefined, isReady: isArranged });
  const { basemap, hasFailed } = moving;
  const [serviceAttribution, setServiceAttribution] = useState('');
  const [foot, footSize] = useSize<HTMLDivElement>();
  const padding = usePadding(isWide, footSize?.height);

  return (
    <main ref={page} tabIndex={-1} aria-label={messages.map.title} className={styles.home}>
      <title>{messages.pageTitle(messages.map.title)}</title>
      <h1 className="visually-hidden">{messages.map.title}</h1>
      {footSize && (
        <MapArea
          moving={moving.StationMap}
          basemap={basemap}
          stations={found?.pins ?? NOTHING}
          clusters={found?.clusters ?? NOTHING}
          fits={fits}
          chosen={chosen}
          isCardLeading={shown.isCardLeading}
          position={position}
          destination={destination}
          start={start}
          padding={padding}
          hasFailed={hasFailed}
          onReach={moving.reach}
          onCloser={goTo}
          onView={shown.onView}
          onAttribution={setServiceAttribution}
          onChoose={pickPin}
          onFail={moving.fail}
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
        <SearchAndFilters />
      )}
      <div ref={foot} className={styles.foot}>
        <MapTools
          isFrontFree={!isWide && cardsOf === 'free' && chosen?.status === 1}
          basemap={basemap}
          attribution={serviceAttribution}
          onLocated={(place) => goTo(place, mapLibreZoom(PLACE_ZOOM))}
        />
        <MapNotices stations={stations} hasMapFailed={hasFailed} onLoadMap={moving.loadAgain} />
        {!isWide && <FrontCard shown={shown} isLoading={isLoading} from={position} onFront={pickCard} />}
      </div>
    </main>
  );
}

/** Where the driver asks to be taken; who picks a station does no longer want to go there. */
function useDestination({ chooseCard, choosePin }: ReturnType<typeof useCards>) {
  const [destination, setDestination] = useState<Destination>();
  return {
    destination,
    goTo: (place: Place, zoom: number) => setDestination({ place, zoom }),
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
function usePadding(isWide: boolean, footHeight = 0) {
  return useMemo(
    () => ({
      top: isWide ? 16 : SEARCH_PX,
      right: 8,
      bottom: isWide ? 16 : footHeight,
      left: isWide ? PANEL_PX : 8,
    }),
    [isWide, footHeight],
  );
}

/** On phones, above the map: menu, the way to the search, and the filters that are set. */
function SearchAndFilters() {
  const { map: messages } = useMessages();
  return (
    <>
      <header className={styles.search}>
        <MenuButton />
        <Link to={paths.search} className="clip">
          {messages.search}
        </Link>
        <Search size={24} aria-hidden />
      </header>
      <div className={styles.filters}>
        <ChosenFilters />
      </div>
    </>
  );
}
