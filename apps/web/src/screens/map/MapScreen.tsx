import { List, LocateFixed, MapPinOff, Search, WifiOff, Zap } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useOngoingCharge } from '#api/charging.ts';
import { useLocalities, useStations } from '#api/stations.ts';
import { useMedia, WIDE } from '#device/media.ts';
import { useOnline } from '#device/online.ts';
import { locate, usePosition } from '#device/position.ts';
import { StationCardSkeleton } from '#parts/StationCard.tsx';
import { paths } from '#paths.ts';
import { MenuButton } from '#shell/NavBar.tsx';
import { TabBar } from '#shell/TabBar.tsx';
import { Button } from '#ui/Button.tsx';
import { IconButton, IconLink } from '#ui/IconButton.tsx';
import { Banner } from '#ui/Notice.tsx';
import { useWords } from '#words/words.ts';
import { Attribution } from './Attribution.tsx';
import { CardSlider } from './CardSlider.tsx';
import styles from './Map.module.css';
import { MapPanel } from './MapPanel.tsx';
import type { MapHandle } from './StationMap.tsx';
import { useCards } from './use-cards.ts';
import { useHeight } from './use-height.ts';
import { isIn } from './view.ts';

const StationMap = lazy(() =>
  import('./StationMap.tsx').catch((error: unknown) => {
    console.warn('The map did not load', error);
    return { default: NoMap };
  }),
);
const LivePill = lazy(() => import('#parts/LivePill.tsx'));

const PANEL_PX = 400;
const SEARCH_PX = 80;
const NOTHING: never[] = [];

/** The home map with the cards of what lies nearest to its middle. */
export default function MapScreen() {
  const words = useWords();
  const isWide = useMedia(WIDE);
  const isOnline = useOnline();
  const position = usePosition();
  const { data: stations, isError, refetch } = useStations();
  const { data: localities } = useLocalities();
  const { data: charge } = useOngoingCharge();
  const map = useRef<MapHandle>(null);
  const [foot, footHeight] = useHeight<HTMLDivElement>();
  const [hasFailed, setFailed] = useState(false);
  const fail = useCallback(() => setFailed(true), []);

  const { start, view, cards, cardsOf, front, chosen, isCardLeading, onView, chooseCard, choosePin } = useCards(
    stations,
    position,
  );
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
    if (here) map.current?.goTo(here);
    else alert(words.errors.noLocation);
  };

  return (
    <main className={styles.home}>
      <title>{words.pageTitle(words.map.title)}</title>
      <h1 className="visually-hidden">{words.map.title}</h1>
      <div className={styles.map}>
        {footHeight !== undefined && !hasFailed && (
          <Suspense>
            <StationMap
              ref={map}
              stations={stations ?? NOTHING}
              localities={localities ?? NOTHING}
              chosen={chosen}
              isCardLeading={isCardLeading}
              position={position}
              start={start}
              padding={padding}
              onView={onView}
              onChoose={choosePin}
              onFail={fail}
            />
          </Suspense>
        )}
      </div>
      {isWide ? (
        <MapPanel
          stations={cards}
          isLoading={!stations && !isError}
          chosenId={chosen?.property_id}
          from={position}
          cardsOf={cardsOf}
          inView={view && stations?.filter((station) => isIn(view, station)).length}
          onChoose={chooseCard}
        />
      ) : (
        <SearchPill />
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
            <Attribution />
          </div>
          <div className={styles.buttons}>
            <IconButton icon={LocateFixed} label={words.map.locateMe} onClick={() => void locateMe()} />
            <IconLink icon={List} label={words.map.list} to={paths.listChargers} />
          </div>
        </div>
        <div className={styles.notices}>
          {!isOnline && <Banner icon={WifiOff}>{words.errors.offline}</Banner>}
          {hasFailed && <Banner icon={MapPinOff}>{words.map.didNotLoad}</Banner>}
          {isError && !stations && (
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
              !stations && !isError && <LoadingCard />
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

/** In place of a map that did not load: the cards go on without it. */
function NoMap({ onFail }: { onFail: () => void }) {
  useEffect(onFail, [onFail]);
  return null;
}

/** Menu and the way to the list of stations. */
function SearchPill() {
  const { map: words } = useWords();
  return (
    <header className={styles.search}>
      <MenuButton />
      <Link to={paths.listChargers} className="clip">
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
