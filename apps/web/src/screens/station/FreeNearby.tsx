import { Zap } from 'lucide-react';
import { Link } from 'react-router';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import { plugsFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { formatRupees } from '@bijli/ui/format/money';
import { distance } from '@bijli/ui/format/text';
import { useFreeAround } from '#api/stations.ts';
import { usePosition } from '#device/position.ts';
import { useMessages } from '#messages/messages.ts';
import { driveInWords } from '#parts/drive-in-words.ts';
import { powerFor } from '#parts/power-for.ts';
import { nearestFirst } from '#parts/station-order.ts';
import { stationPage, type StationNavigation } from '#paths.ts';
import styles from './FreeNearby.module.css';

/** So many other stations are offered. */
const OFFERED = 3;
/** A driver who is further from the station than this looks for another one near it, and not near where they are. */
const NEAR_KM = 50;

interface FreeNearbyProps {
  station: Station;
  /** Connector types that fit; empty where they are not known. */
  types: readonly string[];
  vehicle: OwnVehicle | undefined;
  /** What the default vehicle is called; empty where it is not known. */
  name: string;
}

/** The nearest stations where the driver could charge instead. */
export function FreeNearby({ station, types, vehicle, name }: FreeNearbyProps) {
  const { station: messages } = useMessages();
  const position = usePosition();
  const isNear = position !== undefined && distanceKm(position, station) <= NEAR_KM;
  const around = useFreeAround(isNear ? position : station, types, OFFERED + 1);
  // What a list tells of the station itself may be older than its page.
  const others = around?.filter(({ property_id: id }) => id !== station.property_id).slice(0, OFFERED);
  if (!others || others.length === 0) return null;
  // The nearest to the station, in the order of the distances that they tell, which are the driver's.
  const ordered = nearestFirst(others, position ?? station);
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{isNear ? messages.freeNearYou : messages.freeNearby}</h2>
        {name !== '' && <span className="clip">{messages.fitYour(name)}</span>}
      </div>
      <ul className={styles.list}>
        {ordered.map((one) => (
          <li key={one.property_id}>
            <Row
              station={one}
              types={types}
              vehicle={vehicle}
              from={position ?? station}
              isDriver={position !== undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Omit<FreeNearbyProps, 'name'> {
  /** The driver, else the station itself. */
  from: Coordinates;
  isDriver: boolean;
}

function Row({ station, types, vehicle, from, isDriver }: RowProps) {
  const { station: messages, stations } = useMessages();
  const plugs = plugsFor(station, types);
  const { free, total = free, price } = plugs;
  const power = powerFor(plugs, vehicle && { acPower: vehicle.ac_max_power, dcPower: vehicle.dc_max_power });
  const km = distanceKm(from, station);
  const state: StationNavigation = { station };
  const details = [
    power !== undefined && messages.kilowatts(power),
    price !== undefined && (price > 0 ? `${formatRupees(price)}${messages.perUnit}` : messages.costsNothing),
  ].filter((fact) => fact !== false);
  return (
    <Link to={stationPage(station.property_id)} state={state} className={styles.row}>
      <span className={styles.picture}>
        <Zap size={20} fill="currentColor" aria-hidden />
      </span>
      <span className={styles.words}>
        <b>{station.property_name}</b>
        <span className="num">
          {isDriver
            ? [distance(km), driveInWords(km, stations)].filter(Boolean).join(' · ')
            : messages.fromHere(distance(km))}
        </span>
      </span>
      <span className={`num ${styles.figures}`}>
        <b>{messages.freeOf(free, total)}</b>
        <span>{details.join(' · ')}</span>
      </span>
    </Link>
  );
}
