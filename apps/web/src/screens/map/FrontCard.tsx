import type { Coordinates } from '@bijli/contract/geo';
import { LazyRunningPill } from '#parts/LazyRunningPill.tsx';
import { StationCardSkeleton } from '#parts/StationCard.tsx';
import TabBar from '#shell/TabBar.tsx';
import { CardSlider } from './CardSlider.tsx';
import type { useStationCards } from './use-station-cards.ts';
import styles from './MapScreen.module.css';

interface FrontCardProps {
  shown: ReturnType<typeof useStationCards>;
  isLoading: boolean;
  from: Coordinates | undefined;
  onFront: (index: number) => void;
}

/** On phones, below the map: a card with parts of its neighbours, the running charge, and the app's footer bar. */
export function FrontCard({ shown: { cards, front, bestId }, isLoading, from, onFront }: FrontCardProps) {
  return (
    <>
      {cards.length > 0 ? (
        <CardSlider stations={cards} front={front} bestId={bestId} onFront={onFront} from={from} />
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
