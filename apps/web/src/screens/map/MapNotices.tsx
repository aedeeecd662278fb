import { MapPinOff } from 'lucide-react';
import { Button } from '@bijli/ui/Button';
import { Banner } from '@bijli/ui/Notice';
import type { useMapStations } from '#api/map-stations.ts';
import { useStationFilter } from '#device/stored-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { OfflineCopy } from '#parts/OfflineCopy.tsx';
import { NoPlaceNotice, type useNoPlace } from './NoPlaceNotice.tsx';
import { VehicleQuestion } from './VehicleQuestion.tsx';
import styles from './MapScreen.module.css';

interface MapNoticesProps {
  stations: Pick<ReturnType<typeof useMapStations>, 'data' | 'isError' | 'isOld' | 'refetch' | 'dataUpdatedAt'>;
  hasMapFailed: boolean;
  noPlace: ReturnType<typeof useNoPlace>;
  /** Loads the map again; undefined where that would be of no use. */
  onLoadMap: (() => void) | undefined;
  /** Nothing is to be seen on the map. */
  isEmpty: boolean;
  /** All of India is to be seen. */
  isWhole: boolean;
  /** To the nearest station; undefined where there is none. */
  onNearest: (() => void) | undefined;
}

/** A question to a new driver, and what did not come: the driver's place, the map under the pins, the stations, or newer ones than those that are shown. */
export function MapNotices(props: MapNoticesProps) {
  const { stations, hasMapFailed, noPlace, onLoadMap, isEmpty, isWhole, onNearest } = props;
  const { map: messages, stations: stationMessages, common } = useMessages();
  const { data, isError, isOld, refetch, dataUpdatedAt } = stations;
  return (
    <div className={styles.notices}>
      <VehicleQuestion />
      <NoPlaceNotice {...noPlace} />
      <OfflineCopy of={{ data, isError: isOld, dataUpdatedAt }} />
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

/** Why the map is empty, and the way on. */
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
