import { useMemo } from 'react';
import { Link } from 'react-router';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { PinState } from '@bijli/contract/pin-state';
import { isCaptive } from '@bijli/contract/station-access';
import { pinStateFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import { cx } from '@bijli/ui/cx';
import { useLocalities } from '#api/stations.ts';
import { useDefaultVehicle } from '#api/vehicles.ts';
import { usePosition } from '#device/position.ts';
import { useMessages } from '#messages/messages.ts';
import { mapAt } from '#paths.ts';
import { layOutMiniMap, SIZE } from './mini-map.ts';
import styles from './MiniMap.module.css';

const GLYPHS: Record<PinState, string> = {
  free: 'M22.2 10.6 12.9 21.7h5.6l-2 8 9.4-11.1h-5.6Z',
  busy: 'M14 20.5 16.5 13h7L26 20.5V26h-3v-2h-6v2h-3Z',
  offline: 'm14.5 14.5 11 11m0-11-11 11',
};
const PIN =
  'M20 46c-1.2 0-2.2-.6-2.9-1.6C13.6 39 4 30.5 4 20a16 16 0 1 1 32 0c0 10.5-9.6 19-13.1 24.4-.7 1-1.7 1.6-2.9 1.6Z';
/** The driver is shown only when they are at most this far away. */
const TOGETHER_KM = 40;

/**
 * A small drawing of the surroundings: names of localities, the driver if near, and rings of distance. It links to the
 * map.
 */
export function MiniMap({ station }: { station: Station }) {
  const { station: messages } = useMessages();
  const position = usePosition();
  const types = useDefaultVehicle()?.types;
  const { data: localities } = useLocalities();
  const you = position && distanceKm(position, station) <= TOGETHER_KM ? position : undefined;
  const drawn = useMemo(() => layOutMiniMap(station, you, localities ?? []), [station, you, localities]);
  if (
    (station as Partial<Coordinates>).latitude === undefined ||
    (station as Partial<Coordinates>).longitude === undefined
  )
    return null;
  const state = pinStateFor(station, types);
  return (
    <div className={styles.map}>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} preserveAspectRatio="xMidYMid slice" aria-hidden>
        {drawn.rings.map(({ km, px }) => (
          <circle key={km} cx={drawn.middle.x} cy={drawn.middle.y} r={px} className={styles.ring} />
        ))}
        {drawn.figures.map(({ km, x, y }) => (
          <text key={km} x={x} y={y} className={styles.figure}>
            {messages.ring(km)}
          </text>
        ))}
        {drawn.names.map(({ name, x, y }) => (
          <text key={name} x={x} y={y}>
            {name}
          </text>
        ))}
        {drawn.you && (
          <g transform={`translate(${drawn.you.x} ${drawn.you.y})`} className={styles.you}>
            <circle r="15" />
            <circle r="7" />
          </g>
        )}
        <g
          transform={`translate(${drawn.station.x - 25} ${drawn.station.y - 58}) scale(1.25)`}
          // Grey like the badge when the station is captive.
          className={styles[isCaptive(station) ? 'offline' : state]}
        >
          <path d={PIN} className={styles.pin} />
          <path d={GLYPHS[state]} className={cx(styles.glyph, state === 'offline' && styles.cross)} />
        </g>
      </svg>
      {/* Outside the picture, so that the picture's texts are not part of the link's name. */}
      <Link to={mapAt(station)} className={styles.way} aria-label={messages.showOnMap} />
    </div>
  );
}
