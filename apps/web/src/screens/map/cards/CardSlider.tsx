import type { CSSProperties, FocusEvent, KeyboardEvent } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { isFreeFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import { useWantedPlugs } from '#api/wanted-plugs.ts';
import { useMessages } from '#messages/messages.ts';
import { StationCard } from '#parts/stations/StationCard.tsx';
import { CardAnswerAge } from './CardAnswerAge.tsx';
import { useSwipe } from './use-swipe.ts';
import styles from './CardSlider.module.css';

interface CardSliderProps {
  stations: Station[];
  /** Index of the front card. */
  front: number;
  bestId: string | undefined;
  /** Why these stations have a card, as long as they are free. */
  why: string | undefined;
  onFront: (index: number) => void;
  from: Coordinates | undefined;
}

/** Only this many cards at each side of the front one are rendered. The others are empty places. */
const NEIGHBOURS = 2;

/** Station cards side by side. A swipe of more than 100 px brings the next one to the front. */
export function CardSlider({ stations, front, bestId, why, onFront, from }: CardSliderProps) {
  const { map: messages } = useMessages();
  const types = useWantedPlugs()?.types;
  const { drag, handlers } = useSwipe({ front, count: stations.length, onFront });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = front + (step ?? 0);
    if (step === undefined || next < 0 || next >= stations.length) return;
    event.preventDefault();
    onFront(next);
  };

  // Focus by Tab brings its card to the front.
  const onFocus = (event: FocusEvent) => {
    const index = Number((event.target as Element).closest('li')?.dataset['index']);
    if (index !== front) onFront(index);
  };

  return (
    <div
      role="presentation"
      className={styles.slider}
      data-held={drag !== 0 || undefined}
      style={{ '--front': front, '--drag': `${drag}px` } as CSSProperties}
      {...handlers}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <ul className={styles.cards} aria-label={messages.cards}>
        {stations.map((station, index) =>
          Math.abs(index - front) > NEIGHBOURS ? null : (
            <li
              key={station.property_id}
              className={styles.card}
              style={{ '--index': index } as CSSProperties}
              data-index={index}
              aria-current={index === front || undefined}
            >
              <StationCard
                station={station}
                from={from}
                isBest={station.property_id === bestId}
                why={isFreeFor(station, types) ? why : undefined}
                isFloating
                lastUpdated={
                  index === front && (
                    <CardAnswerAge
                      key={station.property_id}
                      stationId={station.property_id}
                      isLast={from !== undefined}
                    />
                  )
                }
              />
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
