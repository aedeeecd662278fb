import { Marker } from 'react-map-gl/maplibre';
import type { Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { pinState } from '#parts/pin-state.ts';
import { useWords } from '#words/words.ts';
import styles from './Map.module.css';
import { chosenPicture, me, type Scheme } from './pictures.ts';

const PASSIVE = { pointerEvents: 'none' } as const;

/** Where the driver is. */
export function OwnPlace({ place, scheme }: { place: Place; scheme: Scheme }) {
  const { map: words } = useWords();
  return (
    <Marker latitude={place.latitude} longitude={place.longitude} style={PASSIVE}>
      <span className={styles.me} role="img" aria-label={words.you} dangerouslySetInnerHTML={{ __html: me[scheme] }} />
    </Marker>
  );
}

/** The pin of the front card, grown to half as much again. */
export function ChosenPin({ station, scheme }: { station: Station; scheme: Scheme }) {
  const { latitude, longitude } = station;
  return (
    <Marker latitude={latitude} longitude={longitude} anchor="bottom" offset={[0, 2]} style={{ ...PASSIVE, zIndex: 2 }}>
      <span className={styles.chosen} dangerouslySetInnerHTML={{ __html: chosenPicture(pinState(station), scheme) }} />
    </Marker>
  );
}
