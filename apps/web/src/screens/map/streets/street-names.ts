import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { FONTS } from '../basemap/fonts.ts';
import type { Scheme } from '../marks/pictures.ts';
import { mapLibreZoom } from '../view/view.ts';
import { STREET_COLOURS, type StreetColour } from './palette.ts';
import { fromSource, matchesOneOf } from './street-layer.ts';

type Symbols = Extract<LayerSpecification, { type: 'symbol' }>;

interface Named {
  id: string;
  layer: string;
  from: number;
  filter?: FilterSpecification;
  colour: StreetColour;
  size: number | ExpressionSpecification;
  layout?: Symbols['layout'];
}

const ALONG = { 'symbol-placement': 'line', 'text-rotation-alignment': 'map', 'text-max-angle': 30 } as const;
const NOT_TUNNEL: FilterSpecification = ['!=', ['get', 'brunnel'], 'tunnel'];

/** Later layers have priority over earlier ones. */
function named(scheme: Scheme): Named[] {
  const nearer = (far: number, near: number): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    ['zoom'],
    mapLibreZoom(8),
    far,
    mapLibreZoom(13),
    near,
  ];
  return [
    { id: 'waterway-names', layer: 'waterway', from: 13, colour: 'sea', size: 12, layout: ALONG },
    { id: 'water-names', layer: 'water_name', from: 9, colour: 'sea', size: 12 },
    { id: 'park-names', layer: 'park', from: 12, colour: 'park', size: 12 },
    {
      id: 'parks',
      layer: 'poi',
      from: 14,
      filter: ['all', matchesOneOf('class', ['park']), ['<=', ['get', 'rank'], 10]],
      colour: 'park',
      size: 12,
    },
    {
      id: 'road-names',
      layer: 'transportation_name',
      from: 13,
      filter: NOT_TUNNEL,
      colour: 'road',
      size: 12,
      layout: ALONG,
    },
    {
      id: 'metro-stations',
      layer: 'poi',
      from: 14,
      filter: matchesOneOf('subclass', ['subway', 'light_rail']),
      colour: 'town',
      size: 12,
      layout: {
        'icon-image': `metro/${scheme}`,
        'text-anchor': 'left',
        'text-offset': [0.9, 0],
        'text-optional': true,
      },
    },
    {
      id: 'suburbs',
      layer: 'place',
      from: 11,
      filter: matchesOneOf('class', ['suburb', 'neighbourhood', 'quarter', 'village', 'hamlet']),
      colour: 'suburb',
      size: nearer(11, 13),
      layout: { 'text-font': [FONTS.bold] },
    },
    {
      id: 'cities',
      layer: 'place',
      from: 7,
      filter: matchesOneOf('class', ['city', 'town']),
      colour: 'town',
      size: nearer(13, 17),
      layout: { 'text-font': [FONTS.bold], 'symbol-sort-key': ['coalesce', ['get', 'rank'], 20] },
    },
  ];
}

/** The name in the app's language, otherwise in Latin letters, otherwise as it is written locally. */
export function nameIn(language: string): ExpressionSpecification {
  return ['coalesce', ['get', language === 'hi' ? 'name:hi' : 'name:en'], ['get', 'name:latin'], ['get', 'name']];
}

/** Names of streets and their surroundings. They are invisible until the streets are shown. */
export function nameLayers(scheme: Scheme, language: string, isShown: boolean): Symbols[] {
  const colours = STREET_COLOURS[scheme];
  const shown = isShown ? 1 : 0;
  return named(scheme).map(({ id, layer, from, filter, colour, size, layout }) => ({
    ...fromSource(id, layer, from),
    type: 'symbol',
    source: 'streets',
    ...(filter && { filter }),
    layout: {
      'text-field': nameIn(language),
      'text-font': [FONTS.font],
      'text-size': size,
      'text-max-width': 8,
      'text-padding': 4,
      ...layout,
    },
    paint: {
      'text-color': colours[colour],
      'text-halo-color': colours.ground,
      'text-halo-width': 1.5,
      'text-opacity': shown,
      'text-opacity-transition': FADE,
      'icon-opacity': shown,
      'icon-opacity-transition': FADE,
    },
  }));
}

/** How the streets' names appear and disappear. */
export const FADE = { duration: 200, delay: 0 };
