import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { matchesAvailable } from '@bijli/contract/station-plugs';
import type { FoundPlace, Station } from '@bijli/contract/stations';
import { cx } from '@bijli/ui/cx';
import { count } from '@bijli/ui/format/money';
import { useChosenStations, useSearch } from '#api/stations.ts';
import { useWantedPlugs } from '#api/wanted-plugs.ts';
import { lastMapMiddle } from '#device/map-middle.ts';
import { keepSearch } from '#device/recent-searches.ts';
import type { StationFilter } from '#device/stored-filter.ts';
import { type Messages, useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { OfflineCopy } from '#parts/answers/OfflineCopy.tsx';
import { useIsCopy } from '#parts/answers/use-is-copy.ts';
import { closedReason } from '#parts/stations/closed-reason.ts';
import { byFit, useBestMatchFirst, useNearestFirst } from '#parts/stations/station-order.ts';
import { type CardGroup, StationCards, StationCardsSkeleton } from '#parts/stations/StationCards.tsx';
import { stationPage } from '#paths.ts';
import { NothingFound } from './NothingFound.tsx';
import { GuessedPlace, Places } from './Places.tsx';
import type { StatusTab } from './use-search-text.ts';
import styles from './Results.module.css';

const NO_STATIONS: never[] = [];

interface ResultsProps {
  /** The chosen filter, and the tab. */
  filter: StationFilter;
  tab: StatusTab;
  from: Coordinates | undefined;
  onClear: () => void;
  /** Chooses the tab of all stations. */
  onAll: () => void;
}

/** All stations that match the filter, shown while no text is typed. */
export function AllStations({ filter, tab, from, onClear, onAll }: ResultsProps) {
  const { search, stations: messages } = useMessages();
  const { data: stations, isError, refetch, dataUpdatedAt, isPlaceholderData } = useChosenStations(filter);
  const isCopy = useIsCopy({ data: stations, isError });
  const types = useWantedPlugs()?.types;
  const sorted = useNearestFirst(stations ?? NO_STATIONS, from, types);
  if (!stations) return <Missing title={messages.failedTitle} isError={isError} onRetry={refetch} />;
  const total = count(sorted.length);
  return (
    <Shown
      copy={<OfflineCopy of={{ data: stations, isError, dataUpdatedAt }} />}
      summary={from ? messages.nearestFirst(sorted.length, total) : search.found(sorted.length, total)}
      isOld={isPlaceholderData}
    >
      {sorted.length > 0 ? (
        <StationCards
          key={from ? 'near' : 'anywhere'}
          stations={groupsOf(sorted, types, filter, messages.groups)}
          from={from}
          isCopy={isCopy}
        />
      ) : (
        <NothingFound text="" tab={tab} onClear={onClear} onAll={onAll} />
      )}
    </Shown>
  );
}

interface FoundProps extends ResultsProps {
  text: string;
  /** The typed text has changed and is about to be searched. */
  isTyping: boolean;
  /** Called with the place that the text names. Undefined when there is no map beside the search. */
  onPlace: ((place: FoundPlace) => void) | undefined;
}

/** The stations and places that match a text. An answer that arrives after the text has changed is not shown. */
export function FoundStations({ text, isTyping, filter, tab, from, onClear, onAll, onPlace }: FoundProps) {
  const { search: messages, stations: stationMessages } = useMessages();
  const types = useWantedPlugs()?.types;
  const near = useNear(text, from);
  const { data, isError, refetch, isPlaceholderData } = useSearch(text, filter, near);
  const wanted = filter.available?.[0];
  const place = data?.places?.[0];
  // When the spelling was guessed, the name of the guessed place is highlighted.
  const words = (data?.guessed && place?.name) || text;
  const matching = useMemo(() => {
    const properties = data?.properties ?? NO_STATIONS;
    // A station may have become free or busy since the answer.
    return wanted === undefined ? properties : properties.filter((station) => matchesAvailable(station, wanted, types));
  }, [data, wanted, types]);
  const sorted = useBestMatchFirst(matching, words, from, types);
  const isOld = isTyping || isPlaceholderData;
  const isNamed = data?.guessed || place?.name.toLocaleLowerCase() === text.toLocaleLowerCase();
  const namedPlace = isNamed && !isOld ? place : undefined;
  const tellPlace = useEffectEvent((one: FoundPlace) => onPlace?.(one));
  useEffect(() => {
    if (namedPlace) tellPlace(namedPlace);
  }, [namedPlace]);
  if (!data) return <Missing title={messages.failedTitle} isError={isError} onRetry={refetch} />;
  const { places = [], total = 0, guessed = false } = data;
  const isCut = total > data.properties.length;
  const shown = count(sorted.length);
  return (
    <Shown summary={isCut ? messages.bestOf(shown, count(total)) : messages.found(sorted.length, shown)} isOld={isOld}>
      {guessed && <GuessedPlace place={place} />}
      <Places places={places} searchText={words} />
      {sorted.length > 0 ? (
        <StationCards
          key={`${text} ${from === undefined}`}
          stations={groupsOf(sorted, types, filter, stationMessages.groups)}
          from={from}
          searchText={words}
          onOpen={rememberStation}
        />
      ) : (
        <NothingFound text={text} tab={tab} hasPlaces={places.length > 0} onClear={onClear} onAll={onAll} />
      )}
    </Shown>
  );
}

/**
 * Groups the stations and keeps their order: those without a connector for the driver's vehicle are last. When the
 * driver wants only stations that are not available, those in use come first, because they are likely to be free soon.
 */
function groupsOf(
  stations: Station[],
  types: readonly string[] | undefined,
  { available: wanted }: StationFilter,
  messages: Messages['stations']['groups'],
): CardGroup[] {
  const { fitting, unfit } = byFit(stations, types);
  const usual: CardGroup[] = [{ title: '', stations: fitting }];
  const groups = wanted?.[0] === '0' ? byReason(fitting, messages) : usual;
  return [...groups, { title: messages.unfit, stations: unfit }].filter(({ stations: members }) => members.length > 0);
}

function byReason(stations: Station[], messages: Messages['stations']['groups']): CardGroup[] {
  const { inUse = [], closed = [], offline = [] } = Object.groupBy(stations, (one) => closedReason(one) ?? 'inUse');
  return [
    { title: messages.inUse, stations: inUse },
    { title: messages.closed, stations: closed },
    { title: messages.offline, stations: offline },
  ];
}

/**
 * Hook: the middle of the map as last seen, otherwise the driver's position. It does not change while the text is the
 * same.
 */
function useNear(text: string, from: Coordinates | undefined): Coordinates | undefined {
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => lastMapMiddle() ?? from, [text, from]);
}

function rememberStation({ property_id: id, property_name: name, address }: Station): void {
  keepSearch({ name, where: address, path: stationPage(id) });
}

interface ShownProps {
  /** A notice that the list is an offline copy. */
  copy?: ReactNode;
  /** The number of results. Screen readers announce it when it changes. */
  summary: string;
  /**
   * The results are for another text or filter, and the answer for the present one has not arrived. They are pale and
   * cannot be opened.
   */
  isOld: boolean;
  children: ReactNode;
}

function Shown({ copy, summary, isOld, children }: ShownProps) {
  return (
    <>
      <div className={styles.copy}>{copy}</div>
      <p className={styles.count} role="status">
        {summary}
      </p>
      <div className={cx(styles.shown, isOld && styles.old)} aria-busy={isOld} inert={isOld}>
        {children}
      </div>
    </>
  );
}

interface MissingProps {
  title: string;
  isError: boolean;
  onRetry: () => unknown;
}

function Missing({ title, isError, onRetry }: MissingProps) {
  if (isError) return <FailedToLoad title={title} onRetry={onRetry} />;
  return (
    <>
      <p className={styles.count} role="status" />
      <StationCardsSkeleton />
    </>
  );
}
