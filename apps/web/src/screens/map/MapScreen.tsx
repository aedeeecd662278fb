import { List, LocateFixed, MapPinOff, Search, Zap } from 'lucide-react';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { Place } from '@bijli/contract/geo';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useOngoingCharge } from '#api/charging.ts';
import { useMapStations } from '#api/map-stations.ts';
import { useLocalities } from '#api/stations.ts';
import { useColorScheme } from '#device/color-scheme.ts';
import { useMedia, WIDE } from '#device/media.ts';
import { nativeShell } from '#device/native-shell.ts';
import { locate, usePosition } from '#device/position.ts';
import { useStationFilter } from '#device/station-filter.ts';
import { ChosenFilters } from '#parts/station-filter/ChosenFilters.tsx';
import { StationCardSkeleton } from '#parts/StationCard.tsx';
import { OfflineCopy } from '#parts/OfflineCopy.tsx';
import { paths } from '#paths.ts';
import { MenuButton } from '#shell/NavBar.tsx';
import TabBar from '#shell/TabBar.tsx';
import { Button } from '#ui/Button.tsx';
import { IconButton, IconLink } from '#ui/IconButton.tsx';
import { Banner } from '#ui/Notice.tsx';
import { useWords } from '#words/words.ts';
import { Attribution } from './Attribution.tsx';
import { CardSlider } from './CardSlider.tsx';
import styles from './Map.module.css';
import { MapPanel } from './MapPanel.tsx';
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
  const isWide = useMedia(WIDE);
  const position = usePosition();
  const fits = useFits();
  const [choices] = useStationFilter();
  const opened = useView();
  const { view } = opened;
  const {
    data: found,
    isError,
    isOld,
    refetch,
    dataUpdatedAt,
  } = useMapStations(view && windowOf(view), opened.isTouched || opened.start ? undefined : position, choices);
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

  const { cards, cardsOf, front, chosen, isCardLeading, onView, chooseCard, choosePin } = useCards(opened, {
    stations: found?.cards,
    position,
    fits,
  });
  const padding = useMemo(
    () => ({
      top: isWide ? 16 : SEARCH_PX,
      right: 8,
      bottom: isWide ? 16 : (footHeight ?? 0),
      left: isWide ? PANEL_PX : 8,
    }),
    [isWide, footHeight],
  );

  const locateMe = async () => {
    const here = await locate();
    if (here) setDestination(here);
    else {
      const shell = nativeShell();
      alert(shell ? words.errors.noLocationInApp[shell] : words.errors.noLocation);
    }
  };
  const loadMapAgain = () => {
    if (code.isError) void code.refetch();
    ground.retry();
  };

  return (
    <main className={styles.home}>
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
          isLoading={!found && !isError}
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
        <div className={styles.tools}>
          <div className={styles.captions}>
            {!isWide && cardsOf === 'free' && chosen?.status === 1 && (
              <p className={styles.why}>
                <Zap size={16} fill="currentColor" aria-hidden />
                {words.map.freeNow}
              </p>
            )}
            {ground.isFallback && ground.style && (
              <p className={styles.simple} role="status">
                {words.map.simpleMap}
              </p>
            )}
            <Attribution text={ground.from === 'own' ? undefined : (ground.attribution ?? serviceAttribution)} />
          </div>
          <div className={styles.buttons}>
            <IconButton icon={LocateFixed} label={words.map.locateMe} onClick={() => void locateMe()} />
            <IconLink icon={List} label={words.map.list} to={paths.listChargers} />
          </div>
        </div>
        <div className={styles.notices}>
          <OfflineCopy of={{ data: found, isError: isOld, dataUpdatedAt }} />
          {hasFailed && (
            <Banner
              icon={MapPinOff}
              action={
                !cannotDraw && (
                  <Button look="text" onClick={loadMapAgain}>
                    {words.common.tryAgain}
                  </Button>
                )
              }
            >
              {words.map.didNotLoad}
            </Banner>
          )}
          {isError && (
            <Banner
              tone="bad"
              icon={MapPinOff}
              action={
                <Button look="text" onClick={() => void refetch()}>
                  {words.common.tryAgain}
                </Button>
              }
            >
              {words.stations.failedTitle}
            </Banner>
          )}
        </div>
        {!isWide && (
          <>
            {cards.length > 0 ? (
              <CardSlider stations={cards} front={front} onFront={chooseCard} from={position} brief={Boolean(charge)} />
            ) : (
              !found && !isError && <LoadingCard />
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
