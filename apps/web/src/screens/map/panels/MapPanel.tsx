import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { count } from '@bijli/ui/format/money';
import { useMessages } from '#messages/messages.ts';
import { ChosenFilters } from '#parts/station-filter/ChosenFilters.tsx';
import { FilterButton } from '#parts/station-filter/FilterButton.tsx';
import { StationCard, StationCardSkeleton } from '#parts/stations/StationCard.tsx';
import { paths } from '#paths.ts';
import type { CardsOf } from '../cards/arrange.ts';
import { CardAnswerAge } from '../cards/CardAnswerAge.tsx';
import { isIn, mapLibreZoom, STATE_ZOOM, type View } from '../view/view.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import styles from './MapPanel.module.css';

interface MapPanelProps {
  stations: Station[];
  isLoading: boolean;
  chosenId: string | undefined;
  bestId: string | undefined;
  from: Coordinates | undefined;
  cardsOf: CardsOf;
  /** Number of stations in view. */
  inView: number | undefined;
  /** The map's present view. */
  view: View | undefined;
  /** The map follows the chosen card. */
  mapFollowsCard: boolean;
  onChoose: (index: number) => void;
}

/** The panel beside the map on wide screens: search and cards. */
export function MapPanel(props: MapPanelProps) {
  const { stations, isLoading, chosenId, bestId, from, cardsOf, inView, view, mapFollowsCard, onChoose } = props;
  const messages = useMessages();
  const arranged = useArrangedView(view, mapFollowsCard);
  const isNear = view !== undefined && view.mapLibreZoom >= mapLibreZoom(STATE_ZOOM);
  const all = stations.map((station, index): Placed => ({ station, index }));
  const isBeyond = ({ station }: Placed) => cardsOf !== 'free' && arranged !== undefined && !isIn(arranged, station);
  const within = all.filter((placed) => !isBeyond(placed));
  const beyond = all.filter(isBeyond);
  const card = ({ station, index }: Placed) => (
    <li key={station.property_id}>
      <div onFocus={() => onChoose(index)} onPointerEnter={(event) => event.pointerType === 'mouse' && onChoose(index)}>
        <StationCard
          station={station}
          from={from}
          isBest={station.property_id === bestId}
          isChosen={station.property_id === chosenId}
          lastUpdated={station.property_id === chosenId && <CardAnswerAge stationId={station.property_id} />}
        />
      </div>
    </li>
  );
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
            {/* The number for all of India would say nothing about those nearby. */}
            {inView !== undefined &&
              (cardsOf !== 'near' || isNear) &&
              messages.map.inView(messages.stations.all(count(inView)))}
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
        {within.map(card)}
        {within.length > 0 && beyond.length > 0 && <li className={styles.beyond}>{messages.map.beyond}</li>}
        {beyond.map(card)}
      </ul>
    </aside>
  );
}

/** A station with its position among the cards. */
interface Placed {
  station: Station;
  index: number;
}

/** Hook: the view that the cards were sorted for. While the map follows a card, the cards stay in place. */
function useArrangedView(view: View | undefined, mapFollowsCard: boolean): View | undefined {
  const [arranged, setArranged] = useState(view);
  if (!mapFollowsCard && arranged !== view) setArranged(view);
  return arranged;
}
