import { Flag, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Station } from '@bijli/contract/stations';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { settled } from '#api/query.ts';
import { useStation } from '#api/stations.ts';
import { share } from '#device/share.ts';
import { rupees } from '@bijli/ui/format/money';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { FaultSheet } from '#parts/FaultSheet.tsx';
import { paths, type StationState, type VehiclesState } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { useGoBack } from '#shell/NavBar.tsx';
import { Button } from '@bijli/ui/Button';
import { IconButton } from '@bijli/ui/IconButton';
import { notify } from '@bijli/ui/notify';
import { useMessages } from '#messages/messages.ts';
import { ChargeSheet } from './ChargeSheet.tsx';
import { Chargers, ChargersSkeleton } from './Chargers.tsx';
import { type Chosen, chosenNow, powerOf, priceOf } from './selectable.ts';
import { StationHead, StationHeadSkeleton } from './StationHead.tsx';
import { TellWhenFree } from './TellWhenFree.tsx';
import { useSheet } from './use-sheet.ts';
import { VehicleButton, VehicleSheet } from './Vehicle.tsx';
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
  const { data, isError, error, refetch, dataUpdatedAt, isFetching } = asking;
  const [chosenId, setChosenId] = useState<string>();
  const { sheet, open, close, leaveFor } = useSheet();
  const vehicleButton = useRef<HTMLButtonElement>(null);

  const station = data?.property ?? known;
  const vehicle = vehicleIn(data);
  const chosen = chosenNow(data?.chargers ?? [], chosenId);

  const choose = async (connectorId: string) => {
    setChosenId(connectorId);
    // What is shown may be older than a vehicle that was just added.
    if (vehicle || (isFetching && vehicleIn(await settled(asking)))) return;
    setChosenId(undefined);
    notify.error(messages.errors.selectVehicle);
  };
  const addVehicle = () => {
    const handed: VehiclesState = { fromScreen: 'station' };
    leaveFor('vehicle', paths.manageVehicles, handed);
  };
  const shareStation = async () => {
    const { href: url } = new URL(`${paths.charger}?id=${id}`, location.origin);
    const how = await share({ title: station?.property_name ?? '', url });
    if (how === 'copied') notify.info(messages.station.shared);
  };

  return (
    <Frame
      title={station?.property_name ?? (isError ? messages.station.title : messages.common.loading)}
      titleInPage={station !== undefined || !isError}
      wide
      live
      centred={isError && !station}
      actions={
        station && <IconButton icon={Share2} label={messages.station.share} onClick={() => void shareStation()} />
      }
      dock={data && data.chargers.length > 0 && <Dock chosen={vehicle && chosen} onCharge={() => open('charge')} />}
    >
      <div className={styles.columns}>
        <div>
          {station ? (
            <StationHead station={station} bookmark={data?.bookmark} updatedAt={data && dataUpdatedAt} />
          ) : (
            !isError && <StationHeadSkeleton />
          )}
          {data && <VehicleButton ref={vehicleButton} vehicle={vehicle} onClick={() => open('vehicle')} />}
        </div>
        {data ? (
          <div>
            <TellWhenFree propertyId={id} isBusy={data.property.connectors_free === 0} />
            <Chargers
              chargers={data.chargers}
              chosenId={chosen?.connector.connector_id}
              onChoose={(connectorId) => void choose(connectorId)}
            />
            <Button look="text" block onClick={() => open('fault')}>
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
        <>
          <FaultSheet open={sheet === 'fault'} onClose={close} about={{ property_id: id }} chargers={data.chargers} />
          <VehicleSheet
            open={sheet === 'vehicle'}
            onClose={close}
            onAdd={addVehicle}
            vehicles={data.vehicles}
            opener={vehicleButton}
          />
          {chosen && (
            <ChargeSheet
              open={sheet === 'charge'}
              onClose={close}
              station={data.property}
              chosen={chosen}
              vehicle={vehicle}
              balance={data.wallet.balance}
            />
          )}
        </>
      )}
    </Frame>
  );
}

/** The one that the driver charges by default. */
function vehicleIn(answer: { vehicles: OwnVehicle[] } | undefined): OwnVehicle | undefined {
  return answer?.vehicles.find((own) => own.default === 1);
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
