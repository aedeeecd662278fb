import { MapPinOff } from 'lucide-react';
import { Navigate, useParams } from 'react-router';
import { LinkButton } from '@bijli/ui/Button';
import { Empty } from '@bijli/ui/Notice';
import { Refusal } from '#api/client.ts';
import { useStationOfCharger } from '#api/stations.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { paths, stationPage, type StationNavigation } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { SplashScreen } from '#shell/SplashScreen.tsx';
import styles from './FromStickerScreen.module.css';

/** Opens from the address on a charger's sticker and leads to the station, where the connector is then chosen. */
export default function FromStickerScreen() {
  const messages = useMessages();
  const { charger = '', connector } = useParams();
  const { data, error, refetch } = useStationOfCharger(charger);
  if (data) {
    const sticker = { charger: data.charger_id, ...(connector !== undefined && { connector: Number(connector) }) };
    const state: StationNavigation = { sticker };
    return <Navigate to={stationPage(data.property_id)} state={state} replace />;
  }
  if (!error) return <SplashScreen />;
  return (
    <Frame title={messages.scan.unknownTitle} isTitleInPage isCentred>
      {error instanceof Refusal && error.code === 'charger_not_found' ? (
        <Empty
          icon={MapPinOff}
          title={messages.scan.unknown(charger)}
          action={
            <span className={styles.ways}>
              <LinkButton look="primary" to={paths.map}>
                {messages.scan.showMap}
              </LinkButton>
              <LinkButton look="text" to={paths.scan}>
                {messages.scan.again}
              </LinkButton>
            </span>
          }
        >
          {messages.scan.checkNumber}
        </Empty>
      ) : (
        <FailedToLoad title={messages.station.failedTitle} error={error} onRetry={refetch} />
      )}
    </Frame>
  );
}
