import { Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Station } from '@bijli/contract/stations';
import type { Sticker } from '@bijli/contract/sticker';
import { IconButton } from '@bijli/ui/IconButton';
import { notify } from '@bijli/ui/notify';
import { useRunningCharge } from '#api/charging.ts';
import { useStation } from '#api/stations.ts';
import { share } from '#device/share.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { OfflineCopy } from '#parts/answers/OfflineCopy.tsx';
import { useIsCopy } from '#parts/answers/use-is-copy.ts';
import { paths, stationPage, type StationNavigation, type VehiclesNavigation } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { useGoBack } from '#shell/NavBar.tsx';
import { accessLimitsOf, limitsToConfirm } from './access.ts';
import { Actions } from './Actions.tsx';
import { ChargersSkeleton } from './Chargers.tsx';
import { Dock } from './Dock.tsx';
import { stateOf } from './station-state.ts';
import { StationBody } from './StationBody.tsx';
import { StationHead, StationHeadSkeleton } from './StationHead.tsx';
import { StationSheets } from './StationSheets.tsx';
import { StickerNote } from './StickerNote.tsx';
import { useConnector } from './use-connector.ts';
import { useSheet } from './use-sheet.ts';
import { VehicleButton } from './Vehicle.tsx';

const TO_ADD: VehiclesNavigation = { fromScreen: 'station' };

/** A station with its chargers. Without a station it goes back. */
export default function StationScreen() {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const { station: known, sticker } = (state as StationNavigation | null) ?? {};
  const id = known?.property_id ?? search.get('id');
  return id ? <StationPage key={id} id={id} known={known} sticker={sticker} /> : <GoBack />;
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

interface StationPageProps {
  id: string;
  known: Station | undefined;
  sticker: Sticker | undefined;
}

function StationPage({ id, known, sticker }: StationPageProps) {
  const messages = useMessages();
  const query = useStation(id);
  const { data, isError, error, refetch } = query;
  const sheets = useSheet(id);
  const { vehicle, connector, chosen, choose, scanned } = useConnector(query, sheets.keptChoice?.connector_id, sticker);
  const isCharging = useRunningCharge().data?.property_id !== undefined;
  const vehicleButton = useRef<HTMLButtonElement>(null);
  const station = data?.property ?? known;
  const isCopy = useIsCopy(query);
  const state = data && stateOf(data.property, data.chargers, vehicle?.connector_types ?? []);

  const addCar = () => sheets.leaveFor(undefined, paths.manageVehicles, TO_ADD);
  const charge = () => {
    // The connector counts as the driver's own choice once they press the button.
    if (chosen) void choose(chosen.connector.connector_id);
    sheets.open('charge');
  };

  return (
    <>
      <Frame
        title={station?.property_name ?? (isError ? messages.station.title : messages.common.loading)}
        isTitleInPage={station !== undefined || !isError}
        hasRunningPill
        isCentred={isError && !station}
        actions={station && <ShareButton station={station} />}
        dock={
          state &&
          data.chargers.length > 0 &&
          !isCharging && (
            <Dock
              chosen={vehicle && chosen}
              state={state}
              limit={limitsToConfirm(accessLimitsOf(data.property, data.station), data.property)[0]?.kind}
              vehicle={vehicle}
              isCopy={isCopy}
              onAddCar={data.vehicles.length === 0 ? addCar : undefined}
              onCharge={charge}
            />
          )
        }
      >
        {(data || !isError) && <OfflineCopy of={query} />}
        {scanned && !isCopy && (
          <StickerNote scanned={scanned} types={vehicle?.connector_types ?? []} hasVehicle={vehicle !== undefined} />
        )}
        <Head of={query} station={station} />
        {state ? (
          <StationBody
            of={data}
            state={state}
            vehicle={vehicle}
            vehicleButton={
              <VehicleButton ref={vehicleButton} vehicle={vehicle} onClick={() => sheets.open('vehicle')} />
            }
            chosenId={isCharging ? undefined : chosen?.connector.connector_id}
            isCharging={isCharging}
            isCopy={isCopy}
            onChoose={(connectorId) => void choose(connectorId)}
            onReport={() => sheets.open('complaint')}
          />
        ) : isError ? (
          <FailedToLoad title={messages.station.failedTitle} error={error} onRetry={refetch} />
        ) : (
          <BodySkeleton station={station} />
        )}
      </Frame>
      {/* Outside the frame, because a wider screen replaces the frame's parts and would close the sheets. */}
      {data && (
        <StationSheets
          of={data}
          sheets={sheets}
          vehicle={vehicle}
          connector={connector}
          onConnector={(connectorId) => void choose(connectorId)}
          vehicleButton={vehicleButton}
          isThere={scanned !== undefined}
        />
      )}
    </>
  );
}

/** The head, with what is known of the station so far. */
function Head({ of, station }: { of: ReturnType<typeof useStation>; station: Station | undefined }) {
  const { data, isError, dataUpdatedAt } = of;
  const isCopy = useIsCopy(of);
  if (!station) return !isError && <StationHeadSkeleton />;
  return <StationHead station={station} details={data?.station} answeredAtMs={data && dataUpdatedAt} isCopy={isCopy} />;
}

/** Placeholders for the chargers and the rest of the page. */
function BodySkeleton({ station }: { station: Station | undefined }) {
  return (
    <>
      {station?.status === 1 && <Actions station={station} isBookmarked={undefined} phone={undefined} />}
      <ChargersSkeleton />
    </>
  );
}

function ShareButton({ station: { property_id: id, property_name: name } }: { station: Station }) {
  const { station: messages } = useMessages();
  const shareStation = async () => {
    const { href: url } = new URL(stationPage(id), location.origin);
    const how = await share({ title: name, url });
    if (how === 'copied') notify.info(messages.shared);
    if (how === 'refused') notify.error(messages.notShared);
  };
  return <IconButton icon={Share2} label={messages.share} onClick={() => void shareStation()} />;
}
