import { Flag } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { Button } from '@bijli/ui/Button';
import type { useStation } from '#api/stations.ts';
import { useMessages } from '#messages/messages.ts';
import { paths, type VehiclesNavigation } from '#paths.ts';
import { IsBesideMap } from '#shell/is-beside-map.ts';
import { plugLimitOf } from './access.ts';
import { Actions } from './Actions.tsx';
import { Chargers } from './Chargers.tsx';
import { FreeNearby } from './FreeNearby.tsx';
import { GoodToKnow } from './GoodToKnow.tsx';
import { MiniMap } from './MiniMap.tsx';
import { ReviewsCard } from './ReviewsCard.tsx';
import { StateCard } from './StateCard.tsx';
import type { StationState } from './station-state.ts';
import styles from './StationBody.module.css';

interface StationBodyProps {
  of: NonNullable<ReturnType<typeof useStation>['data']>;
  state: StationState;
  vehicle: OwnVehicle | undefined;
  vehicleButton: ReactNode;
  chosenId: string | undefined;
  /** The driver is charging, here or elsewhere. They can have only one charge at a time. */
  isCharging: boolean;
  /** The data is an offline copy, so states may have changed. */
  isCopy: boolean;
  onChoose: (connectorId: string) => void;
  onReport: () => void;
}

/**
 * The page below its head. When no charge can start here, the reason and other stations come first, otherwise the
 * chargers.
 */
export function StationBody(props: StationBodyProps) {
  const { of: data, state, vehicle, vehicleButton, chosenId, isCharging, isCopy, onChoose, onReport } = props;
  const messages = useMessages();
  const isBesideMap = use(IsBesideMap);
  const { property: station, station: details, chargers, bookmark } = data;
  const types = vehicle?.connector_types ?? [];
  const actions = <Actions station={station} isBookmarked={bookmark} phone={details?.phone} />;
  const { whyNone } = state;
  const leadsElsewhere = whyNone !== undefined || station.open_now === false;
  return (
    <>
      {whyNone !== undefined && (
        <StateCard
          propertyId={station.property_id}
          state={{ ...state, whyNone }}
          chargers={chargers}
          lastSeen={details?.last_seen}
          types={types}
        />
      )}
      {leadsElsewhere ? <FreeNearby station={station} types={types} vehicle={vehicle} /> : actions}
      {vehicleButton}
      {vehicle && types.length === 0 && (
        <p className={styles.note}>
          {messages.station.plugUnknown}{' '}
          {vehicle.for_driver_to_tell?.includes('connector_types') && (
            <Link to={paths.manageVehicles} state={{ tell: vehicle.id } satisfies VehiclesNavigation}>
              {messages.station.tellPlug}
            </Link>
          )}
        </p>
      )}
      {isCharging && (
        <p className={styles.note}>
          {messages.station.oneAtATime} <Link to={paths.nextCharging}>{messages.charging.seeCharge}</Link>
        </p>
      )}
      <Chargers
        station={station}
        chargers={chargers}
        plugs={state.plugs}
        vehicle={vehicle}
        chosenId={chosenId}
        limit={plugLimitOf(station)}
        isCopy={isCopy}
        onChoose={onChoose}
      />
      {(leadsElsewhere || !isBesideMap) && (
        <div className={styles.place}>
          {!isBesideMap && <MiniMap station={station} />}
          {leadsElsewhere && actions}
        </div>
      )}
      {details && <GoodToKnow details={details} />}
      <ReviewsCard station={station} />
      <Button look="text" isBlock onClick={onReport}>
        <Flag size={20} aria-hidden />
        {messages.complaint.open}
      </Button>
    </>
  );
}
