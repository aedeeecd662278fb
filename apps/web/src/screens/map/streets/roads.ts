import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl';
import { mapLibreZoom } from '../view/view.ts';
import type { StreetColour } from './palette.ts';
import { type StreetLayer, fromSource, matchesOneOf } from './street-layer.ts';

interface Road {
  id: string;
  classes: string[];
  fill: StreetColour;
  edge: StreetColour;
  /** Widths in px at the zooms 10, 13 and 16 (in tiles of 256 px). Two widths are for 13 and 16. */
  widths: [number, number, number] | [number, number];
  /** How much wider than the road its edge is drawn. */
  edgePx: number;
  from: number;
}

/** From minor to major roads. Later ones are drawn on top. */
const ROADS: Road[] = [
  {
    id: 'minor',
    classes: ['minor', 'service'],
    fill: 'minor',
    edge: 'minorCase',
    widths: [2.6, 9],
    edgePx: 1.6,
    from: 12.5,
  },
  {
    id: 'tertiary',
    classes: ['tertiary'],
    fill: 'street',
    edge: 'streetCase',
    widths: [0.8, 4.4, 13],
    edgePx: 2,
    from: 11,
  },
  {
    id: 'secondary',
    classes: ['secondary'],
    fill: 'street',
    edge: 'streetCase',
    widths: [1.2, 5.6, 16],
    edgePx: 2.2,
    from: 9.5,
  },
  {
    id: 'primary',
    classes: ['primary'],
    fill: 'primary',
    edge: 'primaryCase',
    widths: [1.8, 7.4, 19],
    edgePx: 2.6,
    from: 8,
  },
  { id: 'trunk', classes: ['trunk'], fill: 'trunk', edge: 'trunkCase', widths: [2.2, 8.8, 22], edgePx: 3, from: 6 },
  {
    id: 'motorway',
    classes: ['motorway'],
    fill: 'motorway',
    edge: 'motorwayCase',
    widths: [2.6, 10.5, 26],
    edgePx: 3.4,
    from: 5,
  },
];

const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const;
const FLAT = { 'line-cap': 'butt', 'line-join': 'round' } as const;
/** The opacity of roads below the ground. */
const TUNNEL_OPACITY = 0.55;

/** The width of a line by zoom, in px. `more` is added for an edge on both sides. */
export function lineWidth(widths: Road['widths'], more = 0): ExpressionSpecification {
  const zooms = widths.length === 3 ? [10, 13, 16] : [13, 16];
  const stops = zooms.flatMap((zoom, index) => [mapLibreZoom(zoom), (widths[index] ?? 0) + more]);
  return ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as unknown as ExpressionSpecification;
}

const inTunnel: ExpressionSpecification = ['==', ['get', 'brunnel'], 'tunnel'];

/** All edges are below all fills, so that no edge crosses a junction. */
export function roadLayers(): StreetLayer[] {
  return [
    ...ROADS.flatMap((road) => [edgeOf(road, true), fillOf(road, true)]),
    trackLayer(),
    ...ROADS.map((road) => edgeOf(road, false)),
    ...ROADS.map((road) => fillOf(road, false)),
    centreLine(),
    ...railLayers(),
  ];
}

function filterOf({ classes }: Road, isTunnel: boolean): FilterSpecification {
  return ['all', matchesOneOf('class', classes), isTunnel ? inTunnel : ['!', inTunnel]];
}

function edgeOf(road: Road, isTunnel: boolean): StreetLayer {
  const { id, edge, widths, edgePx, from } = road;
  return {
    ...fromSource(`${id}-${isTunnel ? 'tunnel-' : ''}edge`, 'transportation', from),
    type: 'line',
    filter: filterOf(road, isTunnel),
    layout: isTunnel ? FLAT : ROUND,
    colour: edge,
    opacity: isTunnel ? TUNNEL_OPACITY : 1,
    paint: { 'line-width': lineWidth(widths, edgePx), ...(isTunnel && { 'line-dasharray': [3, 3] }) },
  };
}

function fillOf(road: Road, isTunnel: boolean): StreetLayer {
  const { id, fill, widths, from } = road;
  return {
    ...fromSource(`${id}${isTunnel ? '-tunnel' : ''}`, 'transportation', from),
    type: 'line',
    filter: filterOf(road, isTunnel),
    layout: isTunnel ? FLAT : ROUND,
    colour: fill,
    opacity: isTunnel ? TUNNEL_OPACITY : 1,
    paint: { 'line-width': lineWidth(widths) },
  };
}

/** The line between the two directions of a motorway. */
function centreLine(): StreetLayer {
  return {
    ...fromSource('motorway-centre', 'transportation', 13),
    type: 'line',
    filter: ['all', matchesOneOf('class', ['motorway']), ['!', inTunnel], ['!=', ['get', 'ramp'], 1]],
    colour: 'motorwayCase',
    opacity: 1,
    paint: { 'line-width': lineWidth([0.8, 1.6]) },
  };
}

function trackLayer(): StreetLayer {
  return {
    ...fromSource('track', 'transportation', 14),
    type: 'line',
    filter: matchesOneOf('class', ['path', 'track']),
    layout: ROUND,
    colour: 'path',
    opacity: 1,
    paint: { 'line-width': lineWidth([1, 1.6]), 'line-dasharray': [1, 5] },
  };
}

function railLayers(): StreetLayer[] {
  const rail = { type: 'line' as const, filter: matchesOneOf('class', ['rail']), opacity: 1 };
  return [
    {
      ...fromSource('rail', 'transportation', 10),
      ...rail,
      colour: 'rail',
      paint: { 'line-width': lineWidth([1, 2.6, 4]) },
    },
    {
      ...fromSource('rail-gaps', 'transportation', 12),
      ...rail,
      colour: 'railGap',
      paint: { 'line-width': lineWidth([1.4, 2.6]), 'line-dasharray': [9, 9] },
    },
    {
      ...fromSource('metro', 'transportation', 11),
      type: 'line',
      filter: matchesOneOf('subclass', ['subway', 'light_rail', 'monorail']),
      layout: ROUND,
      colour: 'metro',
      opacity: 1,
      paint: { 'line-width': lineWidth([2.2, 3]), 'line-dasharray': [0.1, 2] },
    },
  ];
}
