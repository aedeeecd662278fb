import type { FeatureCollection, Position } from 'geojson';
import { type CSSProperties, memo } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { cx } from '@bijli/ui/cx';
import { distance } from '@bijli/ui/format/text';
import { LABEL_COLOURS } from '../distances/labels.ts';
import { RING_COLOURS } from '../distances/ring-layers.ts';
import type { Way } from '../distances/way.ts';
import type { PlacedLabel } from '../labels/placed-labels.ts';
import { LOCALITY_INK } from '../layers.ts';
import type { Scheme } from '../marks/pictures.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import ringStyles from '../distances/DistanceRings.module.css';
import styles from './StaticMap.module.css';

interface StaticRingsProps {
  rings: FeatureCollection;
  way: Way | undefined;
  spotOf: (place: Coordinates) => ScreenPoint;
  scheme: Scheme;
}

/** Rings of distance, as the movable map draws them. */
export const StaticRings = memo(function StaticRings({ rings: { features }, way, spotOf, scheme }: StaticRingsProps) {
  const ink = RING_COLOURS[scheme];
  const at = ([longitude = 0, latitude = 0]: Position) => spotOf({ latitude, longitude });
  const path = (places: Position[]) =>
    `M${places
      .map(at)
      .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
      .join('L')}`;
  const lines = (kind: string) =>
    features
      .flatMap(({ properties, geometry }) =>
        properties?.['kind'] === kind && geometry.type === 'LineString' ? path(geometry.coordinates) : [],
      )
      .join('');
  const stroke = { fill: 'none', stroke: ink.ring, strokeWidth: 1.1 };
  return (
    <>
      <svg className={styles.basemap} aria-hidden>
        {features.map(({ geometry }) =>
          geometry.type === 'Polygon' ? (
            <path key={path(geometry.coordinates[0] ?? [])} d={path(geometry.coordinates[0] ?? [])} fill={ink.veil} />
          ) : null,
        )}
        <path d={lines('cross')} {...stroke} strokeWidth={0.8} opacity={0.38} />
        <path d={lines('ring')} {...stroke} strokeDasharray="3 4" />
        <path d={lines('edge') + lines('tick')} {...stroke} />
        {features.map(({ geometry, properties }) => {
          if (geometry.type !== 'Point') return null;
          const { x, y } = at(geometry.coordinates);
          const text = String(properties?.['text']);
          return (
            <text key={text} className={styles.figure} x={x} y={y} fill={ink.text} stroke={ink.halo}>
              {text}
            </text>
          );
        })}
        {way && (
          <path
            d={path(way.line.coordinates)}
            fill="none"
            stroke={ink.ink}
            strokeWidth={2.5}
            strokeLinecap="round"
            strokeDasharray="0.25 7"
          />
        )}
      </svg>
      {way?.figureAt && <WayFigure km={way.km} spot={spotOf(way.figureAt)} />}
    </>
  );
});

function WayFigure({ km, spot: { x, y } }: { km: number; spot: ScreenPoint }) {
  return (
    <span aria-hidden className={cx(ringStyles.distance, styles.way)} style={{ left: x, top: y }}>
      {distance(km)}
    </span>
  );
}

/** Names of stations beside their pins, and names of localities. */
export const StaticLabels = memo(function StaticLabels({
  labels,
  corner,
  localityPx,
  scheme,
}: {
  labels: readonly PlacedLabel[];
  /** The corner of the world, px. */
  corner: ScreenPoint;
  localityPx: number;
  scheme: Scheme;
}) {
  const ink = LABEL_COLOURS[scheme];
  return labels.map(({ id, name, counts, details, tone, box, anchor }) => (
    <span
      key={`${id ?? ''} ${name} ${box.left} ${box.top}`}
      aria-hidden
      className={tone === undefined ? styles.locality : styles.label}
      style={
        {
          left: box.left + corner.x,
          top: box.top + corner.y,
          width: box.right - box.left,
          textAlign: anchor === 'left' || anchor === 'right' ? anchor : 'center',
          '--halo': ink.halo,
          color: tone === undefined ? LOCALITY_INK[scheme] : ink.details,
          fontSize: tone === undefined ? localityPx : undefined,
        } as CSSProperties
      }
    >
      {tone === undefined ? (
        name
      ) : (
        <>
          <b style={{ color: ink.name }}>{name}</b>
          <br />
          <b style={{ color: ink[tone] }}>{counts}</b>
          {details}
        </>
      )}
    </span>
  ));
});
