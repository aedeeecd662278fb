import { MapPin, SearchX } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { Place } from '@bijli/contract/geo';
import { Button } from '@bijli/ui/Button';
import { cx } from '@bijli/ui/cx';
import { count } from '@bijli/ui/format/money';
import { Empty } from '@bijli/ui/Notice';
import type { Answered } from '#api/client.ts';
import { useChosenStations, useSearch } from '#api/stations.ts';
import { type StationChoices, useStationFilter } from '#device/station-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { OfflineCopy } from '#parts/OfflineCopy.tsx';
import { bestFirst, useNearestFirst } from '#parts/station-order.ts';
import { StationCards, StationCardsSkeleton } from '#parts/StationCards.tsx';
import { mapAt } from '#paths.ts';
import styles from './Results.module.css';

const NOTHING: never[] = [];

interface ResultsProps {
  choices: StationChoices;
  from: Place | undefined;
}

/** Every station that matches what is chosen. */
export function Everything({ choices, from }: ResultsProps) {
  const { search, stations: messages } = useMessages();
  const { data: stations, isError, refetch, dataUpdatedAt, isPlaceholderData } = useChosenStations(choices);
  const sorted = useNearestFirst(stations ?? NOTHING, from);
  if (!stations) return <Missing title={messages.failedTitle} isError={isError} onRetry={refetch} />;
  const total = count(sorted.length);
  return (
    <Shown
      copy={<OfflineCopy of={{ data: stations, isError, dataUpdatedAt }} />}
      told={from ? messages.nearestFirst(sorted.length, total) : search.found(sorted.length, total)}
      isOld={isPlaceholderData}
    >
      {sorted.length > 0 ? (
        <StationCards key={from ? 'near' : 'anywhere'} stations={sorted} from={from} />
      ) : (
        <Nothing />
      )}
    </Shown>
  );
}

interface FoundProps extends ResultsProps {
  text: string;
  /** Another text is on its way. */
  isTyping: boolean;
}

/** What a text finds. An answer belongs to its text: one that comes late, after another text, is never shown. */
export function Found({ text, isTyping, choices, from }: FoundProps) {
  const { search: messages } = useMessages();
  const { data, isError, refetch, isPlaceholderData } = useSearch(text, choices);
  const status = choices.available?.[0];
  const sorted = useMemo(() => {
    const properties = data?.properties ?? [];
    // A station may have become free or busy since the answer.
    const matching = status === undefined ? properties : properties.filter((one) => String(one.status) === status);
    return bestFirst(matching, text, from);
  }, [data, status, text, from]);
  if (!data) return <Missing title={messages.failedTitle} isError={isError} onRetry={refetch} />;
  const { places = [], total = 0 } = data;
  const isCut = total > data.properties.length;
  const shown = count(sorted.length);
  return (
    <Shown
      told={isCut ? messages.bestOf(shown, count(total)) : messages.found(sorted.length, shown)}
      isOld={isTyping || isPlaceholderData}
    >
      <Places places={places} />
      {sorted.length > 0 ? (
        <StationCards key={`${text} ${from === undefined}`} stations={sorted} from={from} found={text} />
      ) : (
        <Nothing />
      )}
    </Shown>
  );
}

interface ShownProps {
  /** Told of a copy. */
  copy?: ReactNode;
  /** How many there are; read out when it changes. */
  told: string;
  /** Belongs to another text or another choice, whose answer has not come: paler, and not to be touched. */
  isOld: boolean;
  children: ReactNode;
}

function Shown({ copy, told, isOld, children }: ShownProps) {
  return (
    <>
      <div className={styles.copy}>{copy}</div>
      <p className={styles.count} role="status">
        {told}
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

/** Places of that name, to look at on the map. */
function Places({ places }: { places: NonNullable<Answered<'searchStation'>['places']> }) {
  const { search: messages } = useMessages();
  if (places.length === 0) return null;
  return (
    <ul className={styles.places} aria-label={messages.places}>
      {places.map((place) => (
        <li key={`${place.latitude} ${place.longitude}`}>
          <Link to={mapAt(place)}>
            <MapPin size={18} aria-hidden />
            {messages.place(place.name, place.state)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Nothing() {
  const { search: messages, filter } = useMessages();
  const [choices, choose] = useStationFilter();
  const isNarrowed = Object.keys(choices).length > 0;
  return (
    <Empty
      icon={SearchX}
      title={messages.noneTitle}
      action={isNarrowed ? <Button onClick={() => choose({})}>{filter.reset}</Button> : undefined}
    >
      {isNarrowed ? messages.noneChosen : messages.none}
    </Empty>
  );
}
