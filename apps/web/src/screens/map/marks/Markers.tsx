import { Marker } from 'react-map-gl/maplibre';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { ChosenPicture, DriverPicture } from './MarkPictures.tsx';
import type { PinLook, Scheme } from './pictures.ts';

const PASSIVE = { pointerEvents: 'none' } as const;

/** The mark of the driver's position. */
export function DriverMarker({ place, scheme }: { place: Coordinates; scheme: Scheme }) {
  return (
    <Marker latitude={place.latitude} longitude={place.longitude} style={PASSIVE}>
      <DriverPicture scheme={scheme} />
    </Marker>
  );
}

/** The pin of the front card, half as large again. */
export function ChosenPin({ station, look, scheme }: { station: Station; look: PinLook; scheme: Scheme }) {
  const { latitude, longitude } = station;
  return (
    <Marker latitude={latitude} longitude={longitude} anchor="bottom" offset={[0, 2]} style={{ ...PASSIVE, zIndex: 2 }}>
      <ChosenPicture look={look} scheme={scheme} />
    </Marker>
  );
}
