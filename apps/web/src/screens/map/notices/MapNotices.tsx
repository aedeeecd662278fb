import { MapPinOff } from 'lucide-react';
import { Button } from '@bijli/ui/Button';
import { Banner } from '@bijli/ui/Notice';
import type { useMapStations } from '#api/map-stations.ts';
import type { NoPlace } from '#device/position.ts';
import { useStationFilter } from '#device/stored-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { OfflineCopy } from '#parts/answers/OfflineCopy.tsx';
import { NoPlaceNotice } from '#parts/position/NoPlaceNotice.tsx';
import { VehicleQuestion } from './VehicleQuestion.tsx';
import styles from '../MapScreen.module.css';

interface MapNoticesProps {
  stations: Pick<ReturnType<typeof useMapStations>, 'data' | 'isError' | 'isStale' | 'refetch' | 'answeredAtMs'>;
  hasMapFailed: boolean;
  /** Why the driver was not found. */
  noPlace: NoPlace | undefined;
  onCloseNoPlace: () => void;
  /** Loads the map again. Undefined when that would not help. */
  onLoadMap: (() => void) | undefined;
  /** No station is in view. */
  isEmpty: boolean;
  /** The view is all of India. */
  isWhole: boolean;
  /** Goes to the nearest station. Undefined when there is none. */
  onNearest: (() => void) | undefined;
}

/**
 * Notices over the map: a question for a new driver, and what could not be loaded: the position, the map, the stations,
 * or newer data of those shown.
 */
export function MapNotices(props: MapNoticesProps) {
  const { stations, hasMapFailed, noPlace, onCloseNoPlace, onLoadMap, isEmpty, isWhole, onNearest } = props;
  const { map: messages, stations: stationMessages, common } = useMessages();
  const { data, isError, isStale, refetch, answeredAtMs } = stations;
  return (
    <div className={styles.notices}>
      <VehicleQuestion />
      <NoPlaceNotice failure={noPlace} onClose={onCloseNoPlace} />
      <OfflineCopy of={{ data, isError: isStale, dataUpdatedAt: answeredAtMs }} />
      {isEmpty && <NothingHere isWhole={isWhole} onNearest={onNearest} />}
      {hasMapFailed && (
        <Banner
          icon={MapPinOff}
          action={
            onLoadMap && (
              <Button look="text" onClick={onLoadMap}>
                {common.tryAgain}
              </Button>
            )
          }
        >
          {messages.didNotLoad}
        </Banner>
      )}
      {isError && (
        <Banner
          tone="bad"
          icon={MapPinOff}
          action={
            <Button look="text" onClick={() => void refetch()}>
              {common.tryAgain}
            </Button>
          }
        >
          {stationMessages.failedTitle}
        </Banner>
      )}
    </div>
  );
}

/** Why the map is empty, and what to do. */
function NothingHere({ isWhole, onNearest }: Pick<MapNoticesProps, 'isWhole' | 'onNearest'>) {
  const { map: messages, search, stations, filter: filterMessages } = useMessages();
  const [filter, choose] = useStationFilter();
  const isNarrowed = Object.keys(filter).length > 0;
  const why = isNarrowed ? search.noneChosen : isWhole ? stations.emptyTitle : messages.noneHere;
  const [act, action] = onNearest
    ? [onNearest, messages.showNearest]
    : isNarrowed
      ? [() => choose({}), filterMessages.reset]
      : [];
  return (
    <div role="status">
      <Banner
        icon={MapPinOff}
        action={
          act && (
            <Button look="text" onClick={act}>
              {action}
            </Button>
          )
        }
      >
        {onNearest ? messages.noneHere : why}
      </Banner>
    </div>
  );
}
