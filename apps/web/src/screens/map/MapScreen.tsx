import { Search } from 'lucide-react';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { Place } from '@bijli/contract/geo';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useOngoingCharge } from '#api/charging.ts';
import { useMapStations } from '#api/map-stations.ts';
import { useLocalities } from '#api/stations.ts';
import { useColorScheme } from '#device/color-scheme.ts';
import { useMedia, WIDE } from '#device/media.ts';
import { usePosition } from '#device/position.ts';
import { useStationFilter } from '#device/station-filter.ts';
import { ChosenFilters } from '#parts/station-filter/ChosenFilters.tsx';
import { StationCardSkeleton } from '#parts/StationCard.tsx';
import { paths } from '#paths.ts';
import { useArrival } from '#shell/arrival.ts';
import { MenuButton } from '#shell/NavBar.tsx';
import TabBar from '#shell/TabBar.tsx';
import { useWords } from '#words/words.ts';
import { CardSlider } from './CardSlider.tsx';
import styles from './Map.module.css';
import { MapNotices } from './MapNotices.tsx';
import { MapPanel } from './MapPanel.tsx';
import { MapTools } from './MapTools.tsx';
import { useCards, useView } from './use-cards.ts';
import { useFits } from './use-fits.ts';
import { useGround } from './use-ground.ts';
import { useHeight } from './use-height.ts';
import { useMapCode } from './use-map-code.ts';
import { countIn, windowOf } from './view.ts';

const LivePill = lazy(() => import('#parts/LivePill.tsx'));

const PANEL_PX = 400;
const SEARCH_PX = 80;
const NOTHING: never[] = [];

/** The home map with the cards of what lies nearest to its middle. */
export default function MapScreen() {
  const words = useWords();
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
  const { data: localities } = useLocalities();
  const { data: charge } = useOngoingCharge();
  const [destination, setDestination] = useState<Place>();
  const [foot, footHeight] = useHeight<HTMLDivElement>();
  const ground = useGround(useColorScheme());
  const code = useMapCode();
  const [cannotDraw, setCannotDraw] = useState(false);
  const fail = useCallback(() => setCannotDraw(true), []);
  const [serviceAttribution, setServiceAttribution] = useState('');
  const hasFailed = cannotDraw || code.isError || ground.isError;
  const StationMap = code.data?.StationMap;

  const { cards, isArranged, cardsOf, front, chosen, isCardLeading, onView, chooseCard, choosePin } = useCards(opened, {
    stations: found?.cards,
    position,
    fits,
  });
  const isLoading = !isArranged && !isError;
  const padding = useMemo(
    () => ({
      top: isWide ? 16 : SEARCH_PX,
      right: 8,
      bottom: isWide ? 16 : (footHeight ?? 0),
      left: isWide ? PANEL_PX : 8,
    }),
    [isWide, footHeight],
  );

  const loadMapAgain = () => {
    if (code.isError) void code.refetch();
    ground.retry();
  };

  return (
    <main ref={page} tabIndex={-1} aria-label={words.map.title} className={styles.home}>
      <title>{words.pageTitle(words.map.title)}</title>
      <h1 className="visually-hidden">{words.map.title}</h1>
      <div className={styles.map}>
        {StationMap && footHeight !== undefined && !cannotDraw && (
          <StationMap
            ground={ground}
            stations={found?.pins ?? NOTHING}
            clusters={found?.clusters ?? NOTHING}
            fits={fits}
            localities={localities ?? NOTHING}
            chosen={chosen}
            isCardLeading={isCardLeading}
            position={position}
            destination={destination}
            start={opened.start}
            padding={padding}
            onView={onView}
            onAttribution={setServiceAttribution}
            onChoose={choosePin}
            onFail={fail}
          />
        )}
      </div>
      {isWide ? (
        <MapPanel
          stations={cards}
          isLoading={isLoading}
          chosenId={chosen?.property_id}
          from={position}
          cardsOf={cardsOf}
          inView={view && found && countIn(view, found)}
          onChoose={chooseCard}
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
          ground={ground}
          attribution={serviceAttribution}
          onLocated={setDestination}
        />
        <MapNotices stations={stations} hasMapFailed={hasFailed} onLoadMap={cannotDraw ? undefined : loadMapAgain} />
        {!isWide && (
          <>
            {cards.length > 0 ? (
              <CardSlider stations={cards} front={front} onFront={chooseCard} from={position} brief={Boolean(charge)} />
            ) : (
              isLoading && <LoadingCard />
            )}
            <Suspense>
              <LivePill />
            </Suspense>
            <TabBar />
          </>
        )}
      </div>
    </main>
  );
}

/** Menu and the way to the search. */
function SearchPill() {
  const { map: words } = useWords();
  return (
    <header className={styles.search}>
      <MenuButton />
      <Link to={paths.search} className="clip">
        {words.search}
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
