import { Search } from 'lucide-react';
import { Link } from 'react-router';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { count } from '@bijli/ui/format/money';
import { useMessages } from '#messages/messages.ts';
import { ChosenFilters } from '#parts/station-filter/ChosenFilters.tsx';
import { FilterButton } from '#parts/station-filter/FilterButton.tsx';
import { StationCard, StationCardSkeleton } from '#parts/StationCard.tsx';
import { paths } from '#paths.ts';
import { LastUpdated } from './LastUpdated.tsx';
import type { CardsOf } from './use-cards.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import styles from './MapPanel.module.css';

interface MapPanelProps {
  stations: Station[];
  isLoading: boolean;
  chosenId: string | undefined;
  bestId: string | undefined;
  from: Coordinates | undefined;
  cardsOf: CardsOf;
  /** Stations that the map shows now. */
  inView: number | undefined;
  onChoose: (index: number) => void;
}

/** Beside the map on wide screens: search and the cards. */
export function MapPanel({ stations, isLoading, chosenId, bestId, from, cardsOf, inView, onChoose }: MapPanelProps) {
  const messages = useMessages();
  return (
    <aside className={styles.panel}>
      <div className={styles.head}>
        <div className={styles.search}>
          <Link to={paths.search}>
            <Search size={20} aria-hidden />
            <span className="clip">{messages.map.search}</span>
          </Link>
          <FilterButton />
        </div>
        <ChosenFilters />
        <div className={styles.count}>
          <b>{{ free: messages.map.freeNow, near: messages.map.nearYou, map: messages.map.here }[cardsOf]}</b>
          <span className="num">
            {inView !== undefined && messages.map.inView(messages.stations.all(count(inView)))}
          </span>
        </div>
      </div>
      <ul
        {...useKeptScroll<HTMLUListElement>()}
        className={styles.list}
        aria-label={messages.map.cards}
        aria-busy={isLoading}
      >
        {isLoading &&
          [0, 1, 2, 3].map((index) => (
            <li key={index}>
              <StationCardSkeleton />
            </li>
          ))}
        {stations.map((station, index) => (
          <li key={station.property_id}>
            <div
              onFocus={() => onChoose(index)}
              onPointerEnter={(event) => event.pointerType === 'mouse' && onChoose(index)}
            >
              <StationCard
                station={station}
                from={from}
                best={station.property_id === bestId}
                chosen={station.property_id === chosenId}
                lastUpdated={station.property_id === chosenId && <LastUpdated stationId={station.property_id} />}
              />
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
