import { LocateFixed, MapPinOff, Search } from 'lucide-react';
import { useId } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { Button } from '@bijli/ui/Button';
import { count } from '@bijli/ui/format/money';
import { IconLink } from '@bijli/ui/IconButton';
import { Empty } from '@bijli/ui/Notice';
import { Segmented } from '@bijli/ui/Segmented';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useChosenStations } from '#api/stations.ts';
import { useWantedPlugs } from '#api/wanted-plugs.ts';
import { useIsPositionUnknown, usePosition } from '#device/position.ts';
import { STATION_SORTS, useStationSort } from '#device/station-sort.ts';
import { useStationFilter } from '#device/stored-filter.ts';
import type { Messages } from '#messages/en.ts';
import { useMessages } from '#messages/messages.ts';
import { AnswerAge } from '#parts/answers/AnswerAge.tsx';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { OfflineCopy } from '#parts/answers/OfflineCopy.tsx';
import { useIsCopy } from '#parts/answers/use-is-copy.ts';
import { NoPlaceNotice } from '#parts/position/NoPlaceNotice.tsx';
import { useLocateMe } from '#parts/position/use-locate-me.ts';
import { ChosenFilters } from '#parts/station-filter/ChosenFilters.tsx';
import { FilterButton } from '#parts/station-filter/FilterButton.tsx';
import { QuickFilters, useQuickChoices } from '#parts/station-filter/QuickFilters.tsx';
import {
  canRecommend,
  MAX_DETOUR_KM,
  type StationGroup,
  nearestFirst,
  useGroupedByUse,
} from '#parts/stations/station-order.ts';
import { StationCards, StationCardsSkeleton } from '#parts/stations/StationCards.tsx';
import { paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import styles from './StationsListScreen.module.css';

/**
 * The stations that match the filter, in groups by their use for the driver, nearest first once their position is
 * known.
 */
export default function StationsListScreen() {
  const messages = useMessages();
  const position = usePosition();
  const [filter, choose] = useStationFilter();
  const quick = useQuickChoices().map(({ choice }) => choice);
  const { data: stations, isError, refetch, dataUpdatedAt, isPlaceholderData } = useChosenStations(filter);
  const isCopy = useIsCopy({ data: stations, isError });

  return (
    <Frame
      title={position ? messages.stations.title : messages.stations.titleNoPosition}
      hasFooterBar
      isCentred={(isError && !stations) || stations?.length === 0}
      actions={
        <>
          <IconLink icon={Search} label={messages.nav.search} to={paths.search} />
          <FilterButton />
        </>
      }
    >
      {stations && (
        <div className={styles.banner}>
          <OfflineCopy of={{ data: stations, isError, dataUpdatedAt }} />
        </div>
      )}
      <QuickFilters />
      <ChosenFilters besides={quick} />
      {stations && stations.length > 0 ? (
        <div aria-busy={isPlaceholderData}>
          <Stations stations={stations} from={position} answeredAtMs={dataUpdatedAt} isCopy={isCopy} />
        </div>
      ) : stations ? (
        <Nothing isNarrowed={Object.keys(filter).length > 0} onReset={() => choose({})} />
      ) : isError ? (
        <FailedToLoad title={messages.stations.failedTitle} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Frame>
  );
}

interface StationsProps {
  stations: Station[];
  from: Coordinates | undefined;
  answeredAtMs: number;
  isCopy: boolean;
}

function Stations({ stations, from, answeredAtMs, isCopy }: StationsProps) {
  const { search, stations: messages } = useMessages();
  const vehicle = useWantedPlugs();
  const [sort] = useStationSort();
  const groups = useGroupedByUse(stations, from, vehicle, sort);
  const total = count(stations.length);
  return (
    <>
      <div className={styles.head}>
        <div className={styles.found}>
          <p role="status">{search.found(stations.length, total)}</p>
          {from && (
            <p>
              <AnswerAge answeredAtMs={answeredAtMs} />
            </p>
          )}
        </div>
      </div>
      <SortChoice hasPosition={from !== undefined} />
      {/* When the position comes, these are other cards and not the old ones moved about. */}
      <StationCards
        key={`${sort} ${from === undefined}`}
        stations={groups.map((group) => ({ title: titleOf(group, vehicle?.name, messages), stations: group.stations }))}
        bestId={from && nearestFree(groups, from, vehicle?.types)}
        from={from}
        isCopy={isCopy}
      />
    </>
  );
}

/**
 * Without a position the nearest are not known: then names take their place, and the driver can ask for the position.
 */
function SortChoice({ hasPosition }: { hasPosition: boolean }) {
  const { stations: messages } = useMessages();
  const [sort, setSort] = useStationSort();
  const { isLocating, failure, locateMe, closeFailure } = useLocateMe();
  // A permission that was given is used without a question, which takes a moment.
  const isUnknown = useIsPositionUnknown();
  const isBusy = isLocating || !isUnknown;
  const why = useId();
  const sorts = hasPosition ? STATION_SORTS : (['nearest', 'name', 'cheapest', 'fastest'] as const);
  return (
    <div className={styles.sort}>
      <Segmented
        label={messages.sort.title}
        value={!hasPosition && sort === 'nearest' ? 'name' : sort}
        onChange={(next) => setSort(next === 'name' ? 'nearest' : next)}
        options={sorts.map((value) => ({
          value,
          label: messages.sort[value],
          isDisabled: value === 'nearest' && !hasPosition,
        }))}
        describedBy={why}
      />
      {hasPosition && sort !== 'nearest' && <p className={styles.near}>{messages.sortedNear(MAX_DETOUR_KM)}</p>}
      {!hasPosition && (
        <div className={styles.locate}>
          <p id={why}>{isUnknown && messages.nearestNeedsLocation}</p>
          <Button look="text" isBusy={isBusy} onClick={() => void locateMe()}>
            {!isBusy && <LocateFixed size={20} aria-hidden />}
            {messages.useLocation}
          </Button>
        </div>
      )}
      {!hasPosition && <NoPlaceNotice failure={failure} onClose={closeFailure} />}
    </div>
  );
}

function titleOf({ use }: StationGroup, vehicle: string | undefined, { groups }: Messages['stations']): string {
  if (vehicle !== undefined && use === 'free') return groups.freeFor(vehicle);
  // Another car's plug may be free there.
  if (vehicle !== undefined && use === 'noneFree') return groups.noneFreeFor(vehicle);
  return groups[use];
}

/** The nearest station where anybody can start a charge, however the list is sorted. */
function nearestFree(
  [group]: StationGroup[],
  from: Coordinates,
  types: readonly string[] | undefined,
): string | undefined {
  const recommended = group?.stations.filter((station) => canRecommend(station, types)) ?? [];
  return nearestFirst(recommended, from)[0]?.property_id;
}

function Nothing({ isNarrowed, onReset }: { isNarrowed: boolean; onReset: () => void }) {
  const messages = useMessages();
  if (!isNarrowed) {
    return (
      <Empty icon={MapPinOff} title={messages.stations.emptyTitle}>
        {messages.stations.empty}
      </Empty>
    );
  }
  return (
    <Empty
      icon={MapPinOff}
      title={messages.search.noneTitle}
      action={<Button onClick={onReset}>{messages.filter.reset}</Button>}
    >
      {messages.search.noneChosen}
    </Empty>
  );
}

function Loading() {
  return (
    <>
      <div className={styles.head}>
        <Skeleton width={180} height={20} />
      </div>
      <StationCardsSkeleton />
    </>
  );
}
