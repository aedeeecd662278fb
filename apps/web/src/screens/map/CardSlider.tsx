import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { StationCard } from '#parts/StationCard.tsx';
import { useWords } from '#words/words.ts';
import styles from './CardSlider.module.css';
import { indexAfterSwipe } from './swipe.ts';

interface CardSliderProps {
  stations: Station[];
  /** Index of the card in front. */
  front: number;
  onFront: (index: number) => void;
  from: Place | undefined;
  /** Without its facts, to leave the map more room. */
  brief: boolean;
}

/** A finger that moves less than this has tapped. */
const TAP_PX = 6;
/** Cards this near to the front one are there; the others are only places. */
const NEIGHBOURS = 2;

/** Station cards side by side; a swipe of more than 100 px brings the next one to the front. */
export function CardSlider({ stations, front, onFront, from, brief }: CardSliderProps) {
  const { map: words } = useWords();
  const grip = useRef<{ pointer: number; at: number }>(undefined);
  const wasDragged = useRef(false);
  const [drag, setDrag] = useState(0);

  const onPointerDown = (event: PointerEvent) => {
    wasDragged.current = false;
    if (event.isPrimary && event.button === 0) grip.current = { pointer: event.pointerId, at: event.clientX };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current?.pointer !== event.pointerId) return;
    const moved = event.clientX - grip.current.at;
    if (!wasDragged.current && Math.abs(moved) < TAP_PX) return;
    if (!wasDragged.current) event.currentTarget.setPointerCapture(event.pointerId);
    wasDragged.current = true;
    setDrag(moved);
  };
  const letGo = (event: PointerEvent) => {
    if (grip.current?.pointer !== event.pointerId) return;
    const moved = event.clientX - grip.current.at;
    grip.current = undefined;
    setDrag(0);
    const next = indexAfterSwipe(front, moved, stations.length);
    if (event.type === 'pointerup' && next !== front) onFront(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = front + (step ?? 0);
    if (step === undefined || next < 0 || next >= stations.length) return;
    event.preventDefault();
    onFront(next);
  };

  return (
    <ul
      className={styles.slider}
      aria-label={words.cards}
      data-held={drag !== 0 || undefined}
      style={{ '--front': front, '--drag': `${drag}px` } as React.CSSProperties}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={onKeyDown}
      onDragStart={(event) => event.preventDefault()}
      onClickCapture={(event) => wasDragged.current && event.preventDefault()}
    >
      {stations.map((station, index) =>
        Math.abs(index - front) > NEIGHBOURS ? null : (
          <li
            key={station.property_id}
            className={styles.card}
            style={{ '--index': index } as React.CSSProperties}
            aria-current={index === front || undefined}
            onFocus={() => index !== front && onFront(index)}
          >
            <StationCard station={station} from={from} floating brief={brief} />
          </li>
        ),
      )}
    </ul>
  );
}
