import { Map as MapIcon, Search, UserRound, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import type { Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { count } from '@bijli/ui/format/money';
import { IconLink } from '@bijli/ui/IconButton';
import { Logo } from '@bijli/ui/Logo';
import { useMessages } from '#messages/messages.ts';
import { OngoingPill } from '#parts/OngoingPill.tsx';
import { ChosenFilters } from '#parts/station-filter/ChosenFilters.tsx';
import { StationCard, StationCardSkeleton } from '#parts/StationCard.tsx';
import { paths } from '#paths.ts';
import { Seen } from './Seen.tsx';
import type { CardsOf } from './use-cards.ts';
import styles from './MapPanel.module.css';

interface MapPanelProps {
  stations: Station[];
  isLoading: boolean;
  chosenId: string | undefined;
  from: Place | undefined;
  cardsOf: CardsOf;
  /** Stations that the map shows now. */
  inView: number | undefined;
  onChoose: (index: number) => void;
}

/** Beside the map on wide screens: navigation, search, the cards, the running charge. */
export function MapPanel({ stations, isLoading, chosenId, from, cardsOf, inView, onChoose }: MapPanelProps) {
  const messages = useMessages();
  return (
    <aside className={styles.panel}>
      <div className={styles.head}>
        <div className={styles.top}>
          <Logo height={40} label={messages.brand} />
          <nav className={styles.nav} aria-label={messages.common.mainNavigation}>
            <span className={styles.here}>
              <IconLink icon={MapIcon} label={messages.nav.map} to={paths.map} />
            </span>
            <IconLink icon={Wallet} label={messages.nav.wallet} to={paths.wallet} />
            <IconLink icon={UserRound} label={messages.nav.profile} to={paths.profile} />
          </nav>
        </div>
        <Link to={paths.search} className={styles.search}>
          <Search size={20} aria-hidden />
          {messages.map.search}
        </Link>
        <ChosenFilters />
        <div className={styles.count}>
          <b>{{ free: messages.map.freeNow, near: messages.map.nearYou, map: messages.map.here }[cardsOf]}</b>
          <span className="num">
            {inView !== undefined && messages.map.inView(messages.stations.all(count(inView)))}
          </span>
        </div>
      </div>
      <ul className={styles.list} aria-label={messages.map.cards} aria-busy={isLoading}>
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
                chosen={station.property_id === chosenId}
                seen={station.property_id === chosenId && <Seen stationId={station.property_id} />}
              />
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <OngoingPill />
      </div>
    </aside>
  );
}
