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
/** So far below the screen the next cards are made, that nobody who scrolls sees the end. */
const AHEAD = '1500px';

/** Stations below a heading of their own. */
export interface CardGroup {
  title: string;
  stations: readonly Station[];
}

interface StationCardsProps {
  /** In groups, or all together. */
  stations: readonly Station[] | readonly CardGroup[];
  /** The station that is the nearest where the driver's vehicle finds a free plug. */
  bestId?: string | undefined;
  from: Coordinates | undefined;
  label?: string;
  /** A searched text, to stand out where it is found. */
  searchText?: string;
  /** When one is opened. */
  onOpen?: (station: Station) => void;
  /** Something to do with the station, in the corner of its card. */
  renderCorner?: (station: Station) => ReactNode;
}

/** Stations as cards, however many: as far as one scrolls there are more, and only what is in view is painted. */
export function StationCards({ stations, bestId, from, label, searchText, onOpen, renderCorner }: StationCardsProps) {
  const { stations: messages } = useMessages();
  const [shown, showMore] = useShown();
  const list = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: the first of the new cards is where to go on.
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
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {rest > 0 && (
        // Another one after each page: the old one has not moved, and whether this one is near is looked at anew.
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

/** So many stations from the first on, in their groups, each with the size of the whole group. */
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
  /** It is about to be scrolled into view. */
  onNear: () => void;
  onPress: () => void;
  children: ReactNode;
}

/** A button for those who do not scroll. */
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
      // In a panel, which scrolls within the page, the second is what counts.
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

/** How many cards each visited page had, so that whoever comes back finds the card left from. */
const shownByPage = new Map<string, number>();

function useShown(): [number, () => void] {
  const { key } = useLocation();
  const [shown, setShown] = useState(() => shownByPage.get(key) ?? PAGE);
  useEffect(() => {
    shownByPage.set(key, shown);
  }, [key, shown]);
  return [shown, () => setShown((last) => last + PAGE)];
}

/** The cards' own shape while they load. */
export function StationCardsSkeleton() {
  return (
    <div className={layout.columns} aria-busy>
      {Array.from({ length: 6 }, (_, index) => (
        <StationCardSkeleton key={index} />
      ))}
    </div>
  );
}
