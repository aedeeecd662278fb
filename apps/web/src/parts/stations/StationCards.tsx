import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { Button } from '@bijli/ui/Button';
import { count } from '@bijli/ui/format/money';
import layout from '@bijli/ui/layout.module.css';
import { useMessages } from '#messages/messages.ts';
import { StationCard, StationCardSkeleton } from './StationCard.tsx';
import styles from './StationCards.module.css';

const PAGE = 24;
/** Further cards are made this far below the screen, so that a scrolling driver never sees the end. */
const AHEAD = '1500px';

/** Stations with a heading. */
export interface CardGroup {
  title: string;
  stations: readonly Station[];
}

interface StationCardsProps {
  /** Stations in groups, or one list. */
  stations: readonly Station[] | readonly CardGroup[];
  /** The nearest station with a free connector that fits. */
  bestId?: string | undefined;
  from: Coordinates | undefined;
  label?: string;
  /** A searched text, highlighted where it occurs. */
  searchText?: string;
  /** Called when a station is opened. */
  onOpen?: (station: Station) => void;
  /** A control in the corner of each card. */
  renderCorner?: (station: Station) => ReactNode;
  /** The filter does not apply to this list. */
  isUnfiltered?: boolean;
  /** What is shown is not known to be so any more. */
  isCopy?: boolean;
}

/**
 * A list of station cards of any length: cards are made while the driver scrolls, and only those in view are painted.
 */
export function StationCards(props: StationCardsProps) {
  const { stations, bestId, from, label, searchText, onOpen, renderCorner, isUnfiltered, isCopy } = props;
  const { stations: messages } = useMessages();
  const [shown, showMore] = useShown();
  const list = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so focus moves to the first new card.
  const goOnAt = useRef<number>(undefined);
  useEffect(() => {
    if (goOnAt.current === undefined) return;
    list.current?.querySelectorAll('li')[goOnAt.current]?.querySelector('a')?.focus();
    goOnAt.current = undefined;
  });
  const groups = groupsOf(stations);
  const rest = sizeOf(groups) - shown;
  return (
    <>
      <div ref={list}>
        {firstOf(groups, shown).map(({ title, stations: members, size }) => (
          <section key={title} className={styles.group}>
            {title !== '' && (
              <div className={styles.title}>
                <h2 className="clip">{title}</h2>
                <span className="num">{count(size)}</span>
              </div>
            )}
            <ul className={layout.columns} aria-label={title || label}>
              {members.map((station) => (
                <li key={station.property_id} className={styles.item}>
                  <StationCard
                    station={station}
                    from={from}
                    isBest={station.property_id === bestId}
                    heading={title === '' ? 'h2' : 'h3'}
                    searchText={searchText}
                    onOpen={onOpen}
                    corner={renderCorner?.(station)}
                    isUnfiltered={isUnfiltered}
                    isCopy={isCopy}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {rest > 0 && (
        // A new element after each page: the old one has not moved, so the observer would not fire again.
        <More
          key={shown}
          onNear={showMore}
          onPress={() => {
            goOnAt.current = shown;
            showMore();
          }}
        >
          {messages.more(count(Math.min(PAGE, rest)))}
        </More>
      )}
    </>
  );
}

function groupsOf(stations: StationCardsProps['stations']): CardGroup[] {
  const groups = stations.filter((one): one is CardGroup => 'stations' in one);
  return groups.length > 0 ? groups : [{ title: '', stations: stations as readonly Station[] }];
}

function sizeOf(groups: CardGroup[]): number {
  return groups.reduce((sum, { stations }) => sum + stations.length, 0);
}

/** The first `max` stations in their groups. `size` is the size of the whole group. */
function firstOf(groups: CardGroup[], max: number): (CardGroup & { size: number })[] {
  return groups
    .map(({ title, stations }, index) => ({
      title,
      stations: stations.slice(0, Math.max(0, max - sizeOf(groups.slice(0, index)))),
      size: stations.length,
    }))
    .filter(({ stations }) => stations.length > 0);
}

interface MoreProps {
  /** Called shortly before it is scrolled into view. */
  onNear: () => void;
  onPress: () => void;
  children: ReactNode;
}

/** A trigger on scroll, and a button for those who do not scroll. */
function More({ onNear, onPress, children }: MoreProps) {
  const row = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!row.current) return;
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current();
      },
      // `scrollMargin` applies in a panel that scrolls within the page.
      { rootMargin: AHEAD, scrollMargin: AHEAD } as IntersectionObserverInit,
    );
    near.observe(row.current);
    return () => near.disconnect();
  }, []);
  return (
    <div ref={row} className={styles.more}>
      <Button isBlock onClick={onPress}>
        {children}
      </Button>
    </div>
  );
}

/** How many cards each visited page had, so that a driver who returns finds the same card. */
const shownByPage = new Map<string, number>();

function useShown(): [number, () => void] {
  const { key } = useLocation();
  const [shown, setShown] = useState(() => shownByPage.get(key) ?? PAGE);
  useEffect(() => {
    shownByPage.set(key, shown);
  }, [key, shown]);
  return [shown, () => setShown((last) => last + PAGE)];
}

/** Placeholders for cards while they load. */
export function StationCardsSkeleton() {
  return (
    <div className={layout.columns} aria-busy>
      {Array.from({ length: 6 }, (_, index) => (
        <StationCardSkeleton key={index} />
      ))}
    </div>
  );
}
