import { List, LocateFixed, MapPinOff, Search, WifiOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Station } from '@bijli/contract/stations';
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
import { nearest } from './nearest.ts';
import type { MapHandle } from './StationMap.tsx';
import { useHeight } from './use-height.ts';
import { isIn, mapLibreZoom, PLACE_ZOOM, placeIn, type View } from './view.ts';

const StationMap = lazy(() => import('./StationMap.tsx'));
const LivePill = lazy(() => import('#parts/LivePill.tsx'));

/** So many of the nearest stations have a card. */
const CARDS = 40;
const PANEL_PX = 400;
const SEARCH_PX = 80;
const NOTHING: never[] = [];

/** Where the driver left the map, for as long as the app is open. */
let left: View | undefined;

interface Shown {
  /** Stations with a card, in their order. */
  ids: string[];
  chosenId: string | undefined;
  /** The driver picked a card, and the map is to follow. */
  isCardLeading: boolean;
}

/** The home map with the cards of what lies nearest to its middle. */
export default function MapScreen() {
  const words = useWords();
  const [search] = useSearchParams();
  const isWide = useMedia(WIDE);
  const isOnline = useOnline();
  const position = usePosition();
  const { data: stations, isError, refetch } = useStations();
  const { data: localities } = useLocalities();
  const { data: charge } = useOngoingCharge();
  const map = useRef<MapHandle>(null);
  const foot = useHeight<HTMLDivElement>();
  const [view, setView] = useState<View>();
  const [shown, setShown] = useState<Shown>({ ids: [], chosenId: undefined, isCardLeading: false });
  const [hasFailed, setFailed] = useState(false);

  const place = placeIn(search);
  const start = place ? { middle: place, zoom: mapLibreZoom(PLACE_ZOOM) } : left;
  const byId = useMemo(() => new Map(stations?.map((station) => [station.property_id, station])), [stations]);
  const cards = useMemo(
    () => shown.ids.map((id) => byId.get(id)).filter((station): station is Station => station !== undefined),
    [shown.ids, byId],
  );
  const front = Math.max(
    0,
    cards.findIndex(({ property_id }) => property_id === shown.chosenId),
  );
  const padding = useMemo(
    () => ({
      top: isWide ? 0 : SEARCH_PX,
      right: 8,
      bottom: isWide ? 0 : (foot.height ?? 0),
      left: isWide ? PANEL_PX : 8,
    }),
    [isWide, foot.height],
  );

  const arrange = (middle: View['middle']) => {
    const ids = nearest(stations ?? NOTHING, middle, CARDS).map(({ property_id }) => property_id);
    setShown({ ids, chosenId: ids[0], isCardLeading: false });
  };
  const onView = (next: View, isFirst: boolean) => {
    left = next;
    setView(next);
    // The whole of India has no middle to speak of: the first cards are those near the driver.
    arrange(isFirst && !start && position ? position : next.middle);
  };
  // The map may be there before the stations are, and without the map there are still cards.
  useEffect(() => {
    if (stations && shown.ids.length === 0) arrange(view?.middle ?? position ?? { latitude: 21, longitude: 79 });
    // Once, when the stations have come.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stations === undefined]);

  const chooseCard = (index: number) =>
    setShown((last) => ({ ...last, chosenId: cards[index]?.property_id, isCardLeading: true }));
  const choosePin = (id: string) => {
    const station = byId.get(id);
    if (station) arrange(station);
  };
  const locateMe = async () => {
    const here = await locate();
    if (here) map.current?.goTo(here);
    else alert(words.errors.noLocation);
  };

  return (
    <div className={styles.home}>
      <title>{words.pageTitle(words.map.title)}</title>
      <h1 className="visually-hidden">{words.map.title}</h1>
      <div className={styles.map}>
        {foot.height !== undefined && !hasFailed && (
          <Suspense>
            <StationMap
              ref={map}
              stations={stations ?? NOTHING}
              localities={localities ?? NOTHING}
              chosen={byId.get(shown.chosenId ?? '')}
              isCardLeading={shown.isCardLeading}
              position={position}
              start={start}
              padding={padding}
              onView={onView}
              onChoose={choosePin}
              onFail={() => setFailed(true)}
            />
          </Suspense>
        )}
      </div>
      {isWide ? (
        <MapPanel
          stations={cards}
          isLoading={!stations && !isError}
          chosenId={shown.chosenId}
          from={position}
          inView={view && stations?.filter((station) => isIn(view, station)).length}
          onChoose={chooseCard}
        />
      ) : (
        <SearchPill />
      )}
      <div ref={foot.ref} className={styles.foot}>
        <div className={styles.tools}>
          <Attribution />
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
    </div>
  );
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
