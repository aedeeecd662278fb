import type { FeatureCollection, Point } from 'geojson';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { PinState } from '@bijli/contract/pin-state';
import { isCaptive } from '@bijli/contract/station-access';
import { plugFitOf, pinStateFor } from '@bijli/contract/station-plugs';
import type { Station, StationCluster } from '@bijli/contract/stations';
import { FONTS } from './basemap/fonts.ts';
import { KIT_COLOURS } from './kit-colours.ts';
import { atSide } from './labels/at-side.ts';
import { LOCALITY_AWAY, type PlacedLabel } from './labels/placed-labels.ts';
import { countedOf } from './marks/counted.ts';
import { clusterRingPx } from './marks/layout.ts';
import { RING_PARTS, RING_PX, type Scheme } from './marks/pictures.ts';
import { LOCALITIES_ZOOM, mapLibreZoom } from './view/view.ts';

/** Returns stations as GeoJSON, with their states for a vehicle with these connector types. */
export function stationFeatures(stations: readonly Station[], types?: readonly string[]): FeatureCollection<Point> {
  const isCounted = countedOf(stations, types);
  return {
    type: 'FeatureCollection',
    features: stations.map((station, index) => ({
      type: 'Feature',
      id: index + 1,
      properties: {
        id: station.property_id,
        state: pinStateFor(station, types),
        ...(!plugFitOf(station, types).fits && { unfit: true }),
        ...(isCaptive(station) && { captive: true }),
        ...(!isCounted(station) && { uncounted: true }),
      },
      geometry: { type: 'Point', coordinates: [station.longitude, station.latitude] },
    })),
  };
}

/** The texts of a label and its side, as properties of a feature. */
export function labelProperties(label: PlacedLabel | undefined) {
  if (!label) return {};
  const { name, counts, details, tone, anchor } = label;
  return { name, counts, details, tone, anchor };
}

/** Returns the chosen station with the texts of its label as GeoJSON. */
export function chosenFeature(chosen: Station | undefined, label: PlacedLabel | undefined): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: (chosen ? [chosen] : []).map(({ longitude, latitude }) => ({
      type: 'Feature',
      properties: labelProperties(label),
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

/** Returns the server's clusters as GeoJSON. The map may join several of them into one. */
export function clusterFeatures(clusters: readonly StationCluster[]): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: clusters.map(({ latitude, longitude, free, busy, offline }, index) => ({
      type: 'Feature',
      id: index + 1,
      properties: { free, busy, offline, total: free + busy + offline },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}

export interface ToDraw {
  /** Stations that are drawn one by one. */
  stations: readonly Station[];
  /** Clusters that are drawn instead of single stations. */
  clusters: readonly StationCluster[];
  /** Connector types that fit the driver's own vehicle, where they are known. */
  types?: readonly string[] | undefined;
}

/** Returns what to draw as GeoJSON: the clusters if there are any, or else the stations except the chosen one. */
export function drawnFeatures({ stations, clusters, types }: ToDraw, chosenId?: string): FeatureCollection<Point> {
  if (clusters.length > 0) return clusterFeatures(clusters);
  return stationFeatures(
    stations.filter(({ property_id }) => property_id !== chosenId),
    types,
  );
}

/** Like `drawnFeatures`, for the static map. Stations are not drawn until it is known which one is chosen. */
export function staticFeatures(toDraw: ToDraw, chosenId: string | undefined): FeatureCollection<Point> {
  const isKnown = chosenId !== undefined || toDraw.clusters.length > 0;
  return isKnown ? drawnFeatures(toDraw, chosenId) : stationFeatures([]);
}

/** Returns the localities whose name has a place, each with the side of its name, as GeoJSON. */
export function localityFeatures(
  localities: readonly [string, number, number][],
  labels: readonly PlacedLabel[],
): FeatureCollection<Point> {
  const anchors = new Map(labels.flatMap(({ id, name, anchor }) => (id === undefined ? [[name, anchor]] : [])));
  return {
    type: 'FeatureCollection',
    features: localities.flatMap(([name, latitude, longitude]) =>
      anchors.has(name)
        ? [
            {
              type: 'Feature' as const,
              properties: { name, anchor: anchors.get(name) },
              geometry: { type: 'Point', coordinates: [longitude, latitude] },
            },
          ]
        : [],
    ),
  };
}

/** True for a mark that stands for a station. */
const isStation: ExpressionSpecification = ['has', 'look'];
const isUnfit: ExpressionSpecification = ['==', ['get', 'look'], 'unfit'];

/**
 * The number on a cluster: 999, 1.2k, 64k. None if all its stations are private or without a fitting plug: its ring is
 * crossed out.
 */
const shortTotal: ExpressionSpecification = [
  'step',
  ['get', 'total'],
  '',
  1,
  ['to-string', ['get', 'total']],
  1000,
  ['concat', ['to-string', ['/', ['round', ['/', ['get', 'total'], 100]], 10]], 'k'],
  10_000,
  ['concat', ['to-string', ['round', ['/', ['get', 'total'], 1000]]], 'k'],
];

/** How many twelfths of a cluster's ring have the colour of this state: at least one if a station has that state. */
const twelfths = (state: PinState): ExpressionSpecification => [
  'to-string',
  ['ceil', ['*', RING_PARTS, ['/', ['get', state], ['max', 1, ['get', 'total']]]]],
];

export const PINS = 'pins';
export const CLUSTERS = 'clusters';
export const LOCALITIES = 'localities';

type Layer = Omit<Extract<LayerSpecification, { type: 'symbol' }>, 'source'>;

export function pinLayer(scheme: Scheme): Layer {
  return {
    id: PINS,
    type: 'symbol',
    filter: isStation,
    layout: {
      // Stations without a plug for the driver's own vehicle are drawn as a plain mark.
      'icon-image': ['case', isUnfit, `unfit/${scheme}`, ['concat', `pin/${scheme}/`, ['get', 'look']]],
      'icon-size': ['get', 'size'],
      'icon-anchor': ['case', isUnfit, 'center', 'bottom'],
      'icon-offset': ['case', isUnfit, ['literal', [0, 0]], ['literal', [0, 6]]],
      'icon-allow-overlap': true,
      'symbol-sort-key': ['get', 'rank'],
    },
  };
}

/** An invisible picture that keeps names away from the chosen pin, which is drawn above the map. */
export function chosenLayer(scheme: Scheme): Layer {
  return {
    id: 'chosen',
    type: 'symbol',
    layout: {
      'icon-image': `pin/${scheme}/free`,
      'icon-size': 1.5,
      'icon-anchor': 'bottom',
      'icon-allow-overlap': true,
    },
    paint: { 'icon-opacity': 0 },
  };
}

export function clusterLayer(scheme: Scheme): Layer {
  return {
    id: CLUSTERS,
    type: 'symbol',
    filter: ['!', isStation],
    layout: {
      'icon-image': ['concat', `ring/${scheme}/`, twelfths('free'), '/', twelfths('busy'), '/', twelfths('offline')],
      'icon-allow-overlap': true,
      'text-field': shortTotal,
      'text-font': [FONTS.bold],
      'text-size': ['step', ['get', 'total'], 13, 61, 14],
      'icon-size': [
        'step',
        ['get', 'total'],
        clusterRingPx(1) / RING_PX,
        61,
        clusterRingPx(61) / RING_PX,
        151,
        clusterRingPx(151) / RING_PX,
      ],
      'text-allow-overlap': true,
    },
    paint: {
      'text-color': KIT_COLOURS[scheme].ink,
    },
  };
}

export const LOCALITY_INK = { light: '#5a665f', dark: '#87958d' };

export function localityLayer(scheme: Scheme): Layer {
  return {
    id: LOCALITIES,
    type: 'symbol',
    minzoom: mapLibreZoom(LOCALITIES_ZOOM),
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [FONTS.bold],
      'text-size': ['interpolate', ['linear'], ['zoom'], mapLibreZoom(11), 12, mapLibreZoom(15), 15],
      'text-max-width': 8,
      // A name is beside a pin that would cover it.
      'text-variable-anchor-offset': atSide({
        top: [0, LOCALITY_AWAY],
        bottom: [0, -LOCALITY_AWAY],
        left: [LOCALITY_AWAY, 0],
        right: [-LOCALITY_AWAY, 0],
      }),
    },
    paint: {
      'text-color': LOCALITY_INK[scheme],
      'text-halo-color': KIT_COLOURS[scheme].mapGround,
      'text-halo-width': 1.25,
    },
  };
}
