import type { MapGeoJSONFeature } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { Marker, useMap } from 'react-map-gl/maplibre';
import type { PinState } from '@bijli/contract/pin-state';
import type { Station } from '@bijli/contract/stations';
import { CLUSTERS, PINS } from './layers.ts';
import { pinPicture, ringPicture, type Scheme } from './pictures.ts';
import { CHOSEN_PIN, PIN_MIDDLE, type Spot, spiderfy } from './spiderfy.ts';
import styles from './Map.module.css';

interface SpiderfiedProps {
  chosen: Station;
  scheme: Scheme;
  onChoose: (id: string) => void;
  onCluster: (id: number | undefined, place: [number, number]) => Promise<void>;
}

interface Moved {
  feature: MapGeoJSONFeature;
  place: [number, number];
  /** From its own place, in px. */
  by: Spot;
}

/** What lies under the chosen pin steps aside, so that it can be seen and tapped. */
export function Spiderfied({ chosen, scheme, onChoose, onCluster }: SpiderfiedProps) {
  const { current: map } = useMap();
  const [moved, setMoved] = useState<Moved[]>([]);

  useEffect(() => {
    const target = map?.getMap();
    if (!target) return;
    // What is drawn anew makes the map draw, and come to rest, once more: nothing must come of finding the same again.
    const move = (next: Moved[]) => setMoved((now) => (areSame(now, next) ? now : next));
    const settle = () => move(stepAside(target, chosen));
    const gather = () => move([]);
    target.on('idle', settle);
    target.on('zoomstart', gather);
    return () => {
      target.off('idle', settle);
      target.off('zoomstart', gather);
    };
  }, [map, chosen]);

  useEffect(() => {
    const target = map?.getMap();
    if (!target?.getSource('stations')) return;
    for (const { feature } of moved) setSpiderfied(target, feature, true);
    return () => {
      if (target.getSource('stations')) target.removeFeatureState({ source: 'stations' });
    };
  }, [map, moved]);

  return moved.map(({ feature, place: [longitude, latitude], by }) => {
    const { id, cluster_id, state } = feature.properties as { id?: string; cluster_id?: number; state?: PinState };
    const html = state ? pinPicture(state, scheme) : ringPicture(feature.properties as Record<string, number>, scheme);
    return (
      <Marker key={id ?? `cluster ${cluster_id}`} longitude={longitude} latitude={latitude} style={{ zIndex: 1 }}>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={state ? styles.spreadPin : styles.spreadRing}
          style={{ '--by-x': `${by.x}px`, '--by-y': `${by.y}px` } as React.CSSProperties}
          onClick={(event) => {
            event.stopPropagation();
            if (id !== undefined) onChoose(id);
            else void onCluster(cluster_id, [longitude, latitude]);
          }}
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </Marker>
    );
  });
}

function areSame(some: Moved[], others: Moved[]): boolean {
  const told = (moved: Moved[]) =>
    moved.map(({ feature: { id, properties }, place, by }) => [
      id,
      properties,
      place,
      Math.round(by.x),
      Math.round(by.y),
    ]);
  return JSON.stringify(told(some)) === JSON.stringify(told(others));
}

type Target = NonNullable<ReturnType<NonNullable<ReturnType<typeof useMap>['current']>['getMap']>>;

function setSpiderfied(map: Target, { id }: MapGeoJSONFeature, spiderfied: boolean): void {
  if (id !== undefined) map.setFeatureState({ source: 'stations', id }, { spiderfied });
}

/** What the chosen pin covers now, and how far each is to move. */
function stepAside(map: Target, chosen: Station): Moved[] {
  const tip = map.project([chosen.longitude, chosen.latitude]);
  const found = map.queryRenderedFeatures(
    [
      [tip.x - CHOSEN_PIN.half, tip.y - CHOSEN_PIN.height],
      [tip.x + CHOSEN_PIN.half, tip.y],
    ],
    { layers: [PINS, CLUSTERS] },
  );
  // A feature at the seam of two tiles is found in both.
  const features = [...new Map(found.map((feature) => [feature.id, feature])).values()];
  const places = features.map(
    ({ geometry }) => (geometry.type === 'Point' ? geometry.coordinates : [0, 0]) as [number, number],
  );
  const spots = features.map(({ properties }, index) => {
    const { x, y } = map.project(places[index] ?? [0, 0]);
    return { x, y: 'id' in properties ? y - PIN_MIDDLE : y };
  });
  const away = spiderfy({ x: tip.x, y: tip.y - CHOSEN_PIN.head }, spots);
  return features.map((feature, index) => {
    const from = spots[index] ?? { x: 0, y: 0 };
    const to = away[index] ?? from;
    return { feature, place: places[index] ?? [0, 0], by: { x: to.x - from.x, y: to.y - from.y } };
  });
}
