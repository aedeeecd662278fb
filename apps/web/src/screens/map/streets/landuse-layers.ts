import type { ExpressionSpecification } from 'maplibre-gl';
import { mapLibreZoom } from '../view/view.ts';
import { lineWidth } from './roads.ts';
import { type StreetLayer, fromSource, matchesOneOf, STREETS_ZOOM } from './street-layer.ts';

/** Opacity by zoom: the streets' ground replaces the basemap's ground over half a zoom. */
export const FADE_IN_BY_ZOOM: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['zoom'],
  STREETS_ZOOM,
  0,
  STREETS_ZOOM + 0.5,
  1,
];

/** Land and water around the streets. Boundaries are always the basemap's own. */
export function landuseLayers(): StreetLayer[] {
  return [
    area('wood', 'landcover', 8, 'wood', ['wood', 'forest']),
    area('grass', 'landcover', 9, 'green', ['grass']),
    { ...fromSource('park', 'park', 9), type: 'fill', colour: 'green', opacity: 1 },
    area('cemetery', 'landuse', 9, 'green', ['cemetery', 'pitch']),
    area('industry', 'landuse', 11, 'industry', ['industrial', 'railway']),
    area('school', 'landuse', 13, 'school', ['school', 'university', 'college']),
    area('hospital', 'landuse', 13, 'hospital', ['hospital']),
    { ...fromSource('water', 'water', 0), type: 'fill', colour: 'water', opacity: FADE_IN_BY_ZOOM },
    {
      ...fromSource('river', 'waterway', 8),
      type: 'line',
      filter: matchesOneOf('class', ['river', 'canal']),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      colour: 'water',
      opacity: 1,
      paint: { 'line-width': lineWidth([1.2, 5, 12]) },
    },
    {
      ...fromSource('stream', 'waterway', 13),
      type: 'line',
      filter: matchesOneOf('class', ['stream']),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      colour: 'water',
      opacity: 1,
      paint: { 'line-width': lineWidth([2.5, 6]) },
    },
    {
      ...fromSource('runway', 'aeroway', 11),
      type: 'line',
      filter: matchesOneOf('class', ['runway']),
      colour: 'runway',
      opacity: 1,
      paint: { 'line-width': lineWidth([2, 10, 40]) },
    },
    {
      ...fromSource('building', 'building', 14),
      type: 'fill',
      colour: 'building',
      edge: 'buildingEdge',
      opacity: ['interpolate', ['linear'], ['zoom'], mapLibreZoom(14), 0, mapLibreZoom(15.5), 1],
    },
  ];
}

function area(id: string, layer: string, zoom: number, colour: StreetLayer['colour'], classes: string[]): StreetLayer {
  return { ...fromSource(id, layer, zoom), type: 'fill', filter: matchesOneOf('class', classes), colour, opacity: 1 };
}
