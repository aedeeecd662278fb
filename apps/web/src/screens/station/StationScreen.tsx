import { Flag, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Station } from '@bijli/contract/stations';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { Button } from '@bijli/ui/Button';
import { rupees } from '@bijli/ui/format/money';
import { IconButton } from '@bijli/ui/IconButton';
import { notify } from '@bijli/ui/notify';
import { settled } from '#api/query.ts';
import { useStation } from '#api/stations.ts';
import { share } from '#device/share.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { paths, type StationState } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { useGoBack } from '#shell/NavBar.tsx';
import { Chargers, ChargersSkeleton } from './Chargers.tsx';
import { type Chosen, chosenNow, powerOf, priceOf } from './selectable.ts';
import { StationHead, StationHeadSkeleton } from './StationHead.tsx';
import { StationSheets } from './StationSheets.tsx';
import { TellWhenFree } from './TellWhenFree.tsx';
import { useSheet } from './use-sheet.ts';
import { VehicleButton } from './Vehicle.tsx';
import styles from './Station.module.css';

/** A station with its chargers; opened with none it goes back. */
export default function StationScreen() {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const known = (state as StationState | null)?.station;
  const id = known?.property_id ?? search.get('id');
  return id ? <StationPage key={id} id={id} known={known} /> : <GoBack />;
}

function GoBack() {
  const goBack = useGoBack();
  const isGone = useRef(false);
  useEffect(() => {
    if (!isGone.current) goBack();
    isGone.current = true;
  }, [goBack]);
  return null;
}

function StationPage({ id, known }: { id: string; known: Station | undefined }) {
  const messages = useMessages();
  const asking = useStation(id);
  const { data, isError, error, refetch, dataUpdatedAt } = asking;
  const { vehicle, chosen, choose } = useChoice(asking);
  const sheets = useSheet();
  const vehicleButton = useRef<HTMLButtonElement>(null);
  const station = data?.property ?? known;

  return (
    <Frame
      title={station?.property_name ?? (isError ? messages.station.title : messages.common.loading)}
      titleInPage={station !== undefined || !isError}
      wide
      live
      centred={isError && !station}
      actions={station && <ShareButton station={station} />}
      dock={
        data && data.chargers.length > 0 && <Dock chosen={vehicle && chosen} onCharge={() => sheets.open('charge')} />
      }
    >
      <div className={styles.columns}>
        <div>
          {station ? (
            <StationHead station={station} bookmark={data?.bookmark} updatedAt={data && dataUpdatedAt} />
          ) : (
            !isError && <StationHeadSkeleton />
          )}
          {data && <VehicleButton ref={vehicleButton} vehicle={vehicle} onClick={() => sheets.open('vehicle')} />}
        </div>
        {data ? (
          <div>
            <TellWhenFree propertyId={id} isBusy={data.property.connectors_free === 0} />
            <Chargers
              chargers={data.chargers}
              chosenId={chosen?.connector.connector_id}
              onChoose={(connectorId) => void choose(connectorId)}
            />
            <Button look="text" block onClick={() => sheets.open('fault')}>
              <Flag size={20} aria-hidden />
              {messages.fault.open}
            </Button>
          </div>
        ) : isError ? (
          <FailedToLoad title={messages.station.failedTitle} error={error} onRetry={refetch} />
        ) : (
          <ChargersSkeleton />
        )}
      </div>
      {data && (
        <StationSheets of={data} sheets={sheets} vehicle={vehicle} chosen={chosen} vehicleButton={vehicleButton} />
      )}
    </Frame>
  );
}

/** The vehicle to be charged, and the connector that was chosen for it. */
function useChoice(asking: ReturnType<typeof useStation>) {
  const { errors } = useMessages();
  const { data, isFetching } = asking;
  const [chosenId, setChosenId] = useState<string>();
  const vehicle = vehicleIn(data);
  const choose = async (connectorId: string) => {
    setChosenId(connectorId);
    // What is shown may be older than a vehicle that was just added.
    if (vehicle || (isFetching && vehicleIn(await settled(asking)))) return;
    setChosenId(undefined);
    notify.error(errors.selectVehicle);
  };
  return { vehicle, chosen: chosenNow(data?.chargers ?? [], chosenId), choose };
}

/** The one that the driver charges by default. */
function vehicleIn(answer: { vehicles: OwnVehicle[] } | undefined): OwnVehicle | undefined {
  return answer?.vehicles.find((own) => own.default === 1);
}

function ShareButton({ station: { property_id: id, property_name: name } }: { station: Station }) {
  const { station: messages } = useMessages();
  const shareStation = async () => {
    const { href: url } = new URL(`${paths.charger}?id=${id}`, location.origin);
    if ((await share({ title: name, url })) === 'copied') notify.info(messages.shared);
  };
  return <IconButton icon={Share2} label={messages.share} onClick={() => void shareStation()} />;
}

/** What was chosen, and the one thing to do next. */
function Dock({ chosen, onCharge }: { chosen: Chosen | undefined; onCharge: () => void }) {
  const { station: messages } = useMessages();
  if (!chosen) {
    return (
      <Button look="primary" block disabled>
        {messages.selectConnector}
      </Button>
    );
  }
  const price = priceOf(chosen);
  return (
    <section className={styles.dock} aria-label={messages.chargeNow}>
      <span className={styles.dockWords}>
        <b className="clip num">{messages.chosen(chosen.connector.type, messages.kilowatts(powerOf(chosen)))}</b>
        <span className="clip num">
          {price === undefined ? messages.noPrice : messages.priceBeforeGst(rupees(price))}
        </span>
      </span>
      <span className={styles.dockButton}>
        <Button look="primary" block onClick={onCharge}>
          {messages.chargeNow}
        </Button>
      </span>
    </section>
  );
}
