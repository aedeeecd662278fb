import { MapPinOff } from 'lucide-react';
import { Button } from '@bijli/ui/Button';
import { Banner } from '@bijli/ui/Notice';
import type { useMapStations } from '#api/map-stations.ts';
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
}

/** A question to a new driver, and what did not come: the driver's place, the map under the pins, the stations, or newer ones than those that are shown. */
export function MapNotices({ stations, hasMapFailed, noPlace, onLoadMap }: MapNoticesProps) {
  const { map: messages, stations: stationMessages, common } = useMessages();
  const { data, isError, isOld, refetch, dataUpdatedAt } = stations;
  return (
    <div className={styles.notices}>
      <VehicleQuestion />
      <NoPlaceNotice {...noPlace} />
      <OfflineCopy of={{ data, isError: isOld, dataUpdatedAt }} />
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
