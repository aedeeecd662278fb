import { Zap } from 'lucide-react';
import { Link } from 'react-router';
import { distanceKm } from '@bijli/contract/geo';
import { plugsFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { formatRupees } from '@bijli/ui/format/money';
import { distance } from '@bijli/ui/format/text';
import { useFreeAround } from '#api/stations.ts';
import { useDefaultVehicle } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import { driveInWords } from '#parts/stations/drive-in-words.ts';
import { freeInWords } from '#parts/stations/free-in-words.ts';
import { mayTakeLessOf, powerFor } from '#parts/stations/power-for.ts';
import { nearestFirst } from '#parts/stations/station-order.ts';
import { stationPage, type StationNavigation } from '#paths.ts';
import styles from './FreeNearby.module.css';

/** At most this many stations are offered. */
const OFFERED = 3;

interface FreeNearbyProps {
  station: Station;
  /** Connector types that fit. Empty when they are not known. */
  types: readonly string[];
  vehicle: OwnVehicle | undefined;
}

/** The nearest stations where the driver could charge instead, with their distance from this one. */
export function FreeNearby({ station, types, vehicle }: FreeNearbyProps) {
  const { station: messages } = useMessages();
  const name = useDefaultVehicle()?.name;
  const around = useFreeAround(station, types, OFFERED + 1);
  // The list may be older than the page and still show this station as free.
  const others = around?.filter(({ property_id: id }) => id !== station.property_id).slice(0, OFFERED);
  if (!others || others.length === 0) return null;
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{messages.freeNearby}</h2>
        {name !== undefined && <span className="clip">{messages.fit(name)}</span>}
      </div>
      <ul className={styles.list}>
        {nearestFirst(others, station).map((other) => (
          <li key={other.property_id}>
            <Row km={distanceKm(station, other)} station={other} types={types} vehicle={vehicle} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ station, types, vehicle, km }: FreeNearbyProps & { km: number }) {
  const all = useMessages();
  const { station: messages } = all;
  const plugs = plugsFor(station, types);
  const { price } = plugs;
  const free = freeInWords(station, plugs, all.stations);
  const car = vehicle && { acPower: vehicle.ac_max_power, dcPower: vehicle.dc_max_power };
  const power = powerFor(plugs, car);
  const powerWords = (kw: number) => {
    const words = messages.kilowatts(kw);
    if (power !== plugs.power) return messages.forCar(words);
    return car && mayTakeLessOf(plugs, car) ? messages.upTo(words) : words;
  };
  const state: StationNavigation = { station };
  const details = [
    power !== undefined && powerWords(power),
    price !== undefined && (price > 0 ? `${formatRupees(price)}${messages.perUnit}` : messages.costsNothing),
  ].filter((fact) => fact !== false);
  return (
    <Link to={stationPage(station.property_id)} state={state} className={styles.row}>
      <span className={styles.picture}>
        <Zap size={20} fill="currentColor" aria-hidden />
      </span>
      <span className={styles.words}>
        <b>{station.property_name}</b>
        <span className="num">{[distance(km), driveInWords(km, all)].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={`num ${styles.figures}`}>
        {free && <b>{free.join('')}</b>}
        <span>{details.join(' · ')}</span>
      </span>
    </Link>
  );
}
