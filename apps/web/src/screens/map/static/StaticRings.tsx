import type { FeatureCollection, Position } from 'geojson';
import { type CSSProperties, memo } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { LABEL_COLOURS } from '../distances/labels.ts';
import { RING_COLOURS } from '../distances/ring-layers.ts';
import { LOCALITY_INK } from '../layers.ts';
import type { Scheme } from '../marks/pictures.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import type { StaticLabel } from './static-labels.ts';
import styles from './StaticMap.module.css';

interface StaticRingsProps {
  rings: FeatureCollection;
  spotOf: (place: Coordinates) => ScreenPoint;
  scheme: Scheme;
}

/** Rings of distance, as the movable map draws them. */
export const StaticRings = memo(function StaticRings({ rings: { features }, spotOf, scheme }: StaticRingsProps) {
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
    </svg>
  );
});

/** Names of stations beside their pins, and names of localities. */
export const StaticLabels = memo(function StaticLabels({
  labels,
  scheme,
}: {
  labels: readonly StaticLabel[];
  scheme: Scheme;
}) {
  const ink = LABEL_COLOURS[scheme];
  return labels.map(({ name, counts, details, tone, box, align }) => (
    <span
      key={`${name} ${box.left} ${box.top}`}
      aria-hidden
      className={tone === undefined ? styles.locality : styles.label}
      style={
        {
          left: box.left,
          top: box.top,
          width: box.right - box.left,
          textAlign: align,
          '--halo': ink.halo,
          color: tone === undefined ? LOCALITY_INK[scheme] : ink.details,
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
