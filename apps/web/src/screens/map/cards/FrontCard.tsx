import type { Coordinates } from '@bijli/contract/geo';
import { useMessages } from '#messages/messages.ts';
import { LazyRunningPill } from '#parts/running-charge/LazyRunningPill.tsx';
import { StationCardSkeleton } from '#parts/stations/StationCard.tsx';
import TabBar from '#shell/TabBar.tsx';
import { CardSlider } from './CardSlider.tsx';
import type { useStationCards } from './use-station-cards.ts';
import styles from '../MapScreen.module.css';

interface FrontCardProps {
  cards: ReturnType<typeof useStationCards>;
  isLoading: boolean;
  from: Coordinates | undefined;
  onFront: (index: number) => void;
}

/** On phones, below the map: a card with parts of its neighbours, the running charge, and the app's footer bar. */
export function FrontCard({ cards: { stations, front, bestId, cardsOf }, isLoading, from, onFront }: FrontCardProps) {
  const { map: messages } = useMessages();
  const why = cardsOf === 'free' ? messages.freeNow : undefined;
  return (
    <>
      {stations.length > 0 ? (
        <CardSlider stations={stations} front={front} bestId={bestId} why={why} onFront={onFront} from={from} />
      ) : (
        isLoading && <LoadingCard />
      )}
      <LazyRunningPill />
      <TabBar />
    </>
  );
}

function LoadingCard() {
  return (
    <div className={styles.loading} aria-busy>
      <StationCardSkeleton isFloating />
    </div>
  );
}
