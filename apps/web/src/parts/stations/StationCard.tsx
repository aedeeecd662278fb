import { CarFront, Check, Clock3, Lock, type LucideIcon, X, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { PinState } from '@bijli/contract/pin-state';
import { isCaptive } from '@bijli/contract/station-access';
import { isFreeFor, isWantedType, type OfferedPlugs, pinStateFor, plugsFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import { Badge, Badges, type Tone } from '@bijli/ui/Badge';
import { cx } from '@bijli/ui/cx';
import { formatRupees } from '@bijli/ui/format/money';
import { distance } from '@bijli/ui/format/text';
import { Rating } from '@bijli/ui/Rating';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useRunningCharge } from '#api/charging.ts';
import { useDefaultVehicle } from '#api/vehicles.ts';
import { useWantedPlugs, type WantedPlugs } from '#api/wanted-plugs.ts';
import { useOnline } from '#device/online.ts';
import type { Messages } from '#messages/en.ts';
import { useMessages } from '#messages/messages.ts';
import type { Emphasised } from '#messages/text-shapes.ts';
import { useDurationUntil } from '#parts/durations/use-duration-until.ts';
import { paths, type StationNavigation } from '#paths.ts';
import { accessLabel, accessName } from './access-label.ts';
import { closedReason } from './closed-reason.ts';
import { driveInWords } from './drive-in-words.ts';
import { freeInWords } from './free-in-words.ts';
import { Highlighted } from './Highlighted.tsx';
import { isUpTo, powerFor } from './power-for.ts';
import styles from './StationCard.module.css';

interface StationCardProps {
  station: Station;
  /** The driver's position. Without it no distance is shown. */
  from: Coordinates | undefined;
  /** True for the nearest station with a free connector that fits. */
  isBest?: boolean;
  /** Why it has a card, above its name. The nearest free station says that itself. */
  why?: string | undefined;
  /** The element of the station's name. */
  heading?: 'h2' | 'h3';
  /** Its pin is chosen. */
  isChosen?: boolean;
  /** The card is over the map. */
  isFloating?: boolean;
  /** A searched text, highlighted in name and address. */
  searchText?: string | undefined;
  /** Called when the station is opened. */
  onOpen?: ((station: Station) => void) | undefined;
  /** A control at the right of its name. */
  corner?: ReactNode;
  /** The age of its data. */
  lastUpdated?: ReactNode;
  /** It is not in a filtered list, so it is about the driver's car alone. */
  isUnfiltered?: boolean | undefined;
  /** What is shown is not known to be so any more. */
  isCopy?: boolean | undefined;
}

/** A driver this close is at the station, as far as a phone can tell. */
const HERE_KM = 0.3;

const AVAILABILITY: Record<PinState, { tone: Tone; icon: LucideIcon }> = {
  free: { tone: 'ok', icon: Check },
  busy: { tone: 'live', icon: CarFront },
  offline: { tone: 'off', icon: X },
};

/** A station in a list or over the map. A tap opens it. */
export function StationCard(props: StationCardProps) {
  const { station, from, isBest = false, heading: Name = 'h2', isChosen = false, isFloating = false } = props;
  const { why, searchText = '', onOpen, corner, lastUpdated, isUnfiltered = false, isCopy = false } = props;
  const messages = useMessages();
  const [car, wanted] = [useDefaultVehicle(), useWantedPlugs()];
  const vehicle: WantedPlugs | undefined = isUnfiltered ? car : wanted;
  const plugs = plugsFor(station, vehicle?.types);
  const isForFew = isCaptive(station);
  const best = vehicle?.name === undefined ? messages.stations.best : messages.stations.bestFor(vehicle.name);
  const reason = isBest ? best : why;
  const state: StationNavigation = { station };
  const card = (
    <Link
      to={paths.charger}
      state={state}
      onClick={() => onOpen?.(station)}
      className={cx(styles.card, isForFew && styles.captive, isChosen && styles.chosen, isFloating && styles.floating)}
      data-offline={closedReason(station) === 'offline' || undefined}
    >
      {reason !== undefined && (
        <p className={styles.best}>
          <Zap size={16} fill="currentColor" aria-hidden />
          <span className="clip">{reason}</span>
        </p>
      )}
      <Name className={styles.name}>
        <Highlighted searchText={searchText}>{station.property_name}</Highlighted>
      </Name>
      <p className={cx(styles.address, isFloating && from && styles.way)}>
        {from && (
          <span>
            <Way km={distanceKm(from, station)} />
          </span>
        )}
        {from && !isFloating && ' · '}
        {lastUpdated}
        {!(isFloating && (from || isForFew)) && <Highlighted searchText={searchText}>{station.address}</Highlighted>}
      </p>
      {/* The address uses the line that only the nearest free station fills otherwise. */}
      {isFloating && from && !isBest && !isForFew && <p className={styles.address}>{station.address}</p>}
      {isForFew && <p className={styles.address}>{messages.station.captive}</p>}
      <div className={styles.badges}>
        <Badges>
          <span className={styles.words}>
            {plugs.fits ? (
              <AvailabilityBadge station={station} types={vehicle?.types} isCopy={isCopy} />
            ) : (
              <Badge tone="off" icon={X}>
                {messages.stations.doesNotFit}
              </Badge>
            )}
            <Badge tone={isForFew ? 'off' : 'plain'} {...(isForFew && { icon: Lock })}>
              {/* Over the map the badges have one row, and the line above says for whom it is. */}
              {(isFloating ? accessName : accessLabel)(station, messages)}
            </Badge>
            <Badge tone="plain">{connectorBadge(station, plugs, vehicle?.types, messages.stations)}</Badge>
          </span>
          {station.rate !== undefined && <Rating>{station.rate.toFixed(1)}</Rating>}
        </Badges>
      </div>
      <StationDetails station={station} plugs={plugs} vehicle={vehicle} />
    </Link>
  );
  // A filter may ask for one of several types that fit the car.
  if (isBest && from && car && isFreeFor(station, car.types) && distanceKm(from, station) <= HERE_KM) {
    return (
      <div className={styles.here}>
        {card}
        <ChargeHere station={station} />
      </div>
    );
  }
  if (corner === undefined) return card;
  return (
    <div className={styles.cornered}>
      {card}
      <div className={styles.corner}>{corner}</div>
    </div>
  );
}

/**
 * A link to the charge sheet for a driver at the station. Renders nothing while a charge is running, because it must
 * end first.
 */
function ChargeHere({ station }: { station: Station }) {
  const { station: messages } = useMessages();
  const { data: running } = useRunningCharge();
  const state: StationNavigation = { station, wantsCharge: true };
  if (running !== null) return null;
  return (
    <Link to={paths.charger} state={state} className={styles.charge}>
      {messages.chargeNow}
    </Link>
  );
}

interface AvailabilityBadgeProps {
  station: Station;
  /** Connector types that count. Without them any does. */
  types: readonly string[] | undefined;
  isCopy?: boolean;
}

/**
 * Whether a charge can start there. The icon distinguishes a busy station from one that is offline or closed. It is
 * grey while the station is closed or the data is a copy.
 */
export function AvailabilityBadge({ station, types, isCopy = false }: AvailabilityBadgeProps) {
  const { stations: messages } = useMessages();
  const isOnline = useOnline();
  const state = pinStateFor(station, types);
  const { tone, icon } = AVAILABILITY[state];
  const isClosed = closedReason(station) === 'closed';
  return (
    <Badge tone={isOnline && !isCopy && !isCaptive(station) ? tone : 'off'} icon={isClosed ? Clock3 : icon}>
      {state === 'free' ? messages.available : messages.unavailable}
    </Badge>
  );
}

/** The straight distance, and roughly how long the drive takes. */
function Way({ km }: { km: number }) {
  const messages = useMessages();
  // Who stands there has nowhere to drive.
  const drive = km > HERE_KM ? driveInWords(km, messages) : undefined;
  return (
    <>
      <b className="num">{distance(km)}</b>
      {drive !== undefined && <span className="num">{` · ${drive}`}</span>}
    </>
  );
}

/**
 * The connector type that the card is about. When none is known to fit the driver's vehicle: the first, and how many
 * others there are.
 */
function connectorBadge(
  { connector_types: types = [] }: Station,
  { fits, type }: OfferedPlugs,
  own: string[] = [],
  messages: Messages['stations'],
): string {
  const fitting = own.length > 0 && fits ? (type ?? types.find((one) => isWantedType(own, one))) : undefined;
  const first = fitting ?? types[0];
  if (first === undefined) return messages.fallbackConnector;
  return types.length === 1 || fitting !== undefined ? first : messages.moreTypes(first, types.length - 1);
}

interface StationDetailsProps {
  station: Station;
  plugs: OfferedPlugs;
  vehicle: WantedPlugs | undefined;
}

/**
 * Free connectors, power and price, each only when known. They are of the connectors that the card names. A station
 * that is offline promises neither power nor price.
 */
function StationDetails({ station, plugs, vehicle }: StationDetailsProps) {
  const { stations: messages } = useMessages();
  const isOffline = closedReason(station) === 'offline';
  const power = isOffline ? undefined : plugs.power;
  const price = isOffline ? undefined : plugs.price;
  if (plugs.fits && !isOffline && plugs.total === undefined && power === undefined && price === undefined) return null;
  return (
    <div className={styles.details}>
      <State station={station} plugs={plugs} types={vehicle?.types} />
      <Fact parts={power !== undefined && powerInWords(plugs, power, vehicle, messages)} />
      <Fact
        parts={
          price !== undefined && (price > 0 ? messages.price(formatRupees(price)) : ['', messages.costsNothing, ''])
        }
      />
    </div>
  );
}

/** kW of a connector, or the power of the driver's own vehicle when that is lower. It is "up to" where nobody knows. */
function powerInWords(
  plugs: OfferedPlugs,
  kw: number,
  vehicle: WantedPlugs | undefined,
  messages: Messages['stations'],
): Emphasised {
  const vehicleKw = powerFor(plugs, vehicle) ?? kw;
  if (vehicleKw < kw) return messages.powerForCar(vehicleKw);
  return isUpTo(plugs, vehicle) ? messages.powerUpTo(kw) : messages.power(kw);
}

/** When the first connector is likely to be free, if that is known, or how many are. */
function State({ station, plugs, types }: { station: Station; plugs: OfferedPlugs; types: string[] | undefined }) {
  const { stations: messages } = useMessages();
  const state = <Fact parts={stateOf(station, plugs, types, messages)} />;
  if (closedReason(station) || plugs.freeAt === undefined) return state;
  return <FreeIn at={plugs.freeAt}>{state}</FreeIn>;
}

/** Uses a ticking clock, which a card without a time does not need. */
function FreeIn({ at, children }: { at: string; children: ReactNode }) {
  const { stations: messages } = useMessages();
  const duration = useDurationUntil(at);
  return duration === undefined ? children : <Fact parts={messages.freeIn(duration)} />;
}

/** How many connectors are free, or why none is. */
function stateOf(
  station: Station,
  plugs: OfferedPlugs,
  types: string[] = [],
  messages: Messages['stations'],
): Emphasised | false {
  if (!plugs.fits) return [messages.noPlug(types.join(' / ')), '', ''];
  const shut = closedReason(station);
  if (shut) return [shut === 'closed' ? messages.closedNow : messages.allOffline, '', ''];
  return freeInWords(station, plugs, messages) ?? false;
}

/** Keeps its place in the row when it is empty. */
function Fact({ parts }: { parts: Emphasised | false }) {
  if (!parts) return <span />;
  const [before, figure, after] = parts;
  return (
    <span>
      {before}
      {figure !== '' && <b>{figure}</b>}
      {after}
    </span>
  );
}

/** A placeholder in the card's shape while stations load. */
export function StationCardSkeleton({ isFloating = false }: { isFloating?: boolean }): ReactNode {
  return (
    <div className={cx(styles.card, isFloating && styles.floating)} aria-hidden>
      <Skeleton width="58%" height={24} />
      <Skeleton width="82%" height={14} top={6} />
      <div className={styles.badges}>
        <Badges>
          <span className={styles.words}>
            <Skeleton width={92} height={24} />
            <Skeleton width={64} height={24} />
            <Skeleton width={52} height={24} />
          </span>
        </Badges>
      </div>
      <div className={styles.details}>
        <Skeleton width={72} height={20} />
        <Skeleton width={88} height={20} />
        <Skeleton width={96} height={20} />
      </div>
    </div>
  );
}
