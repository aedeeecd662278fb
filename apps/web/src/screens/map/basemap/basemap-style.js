// A map style of India for MapLibre GL JS. It is drawn from one TopoJSON file, without tiles or network.

import { BASEMAP_COLOURS } from './basemap-colours.js';

export const attribution =
  '<a href="https://www.naturalearthdata.com/">Natural Earth</a> · <a href="https://www.geonames.org/">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>)';
export const bounds = [
  [66, 5],
  [99, 38],
];
export const layersOf = ['far', 'land', 'coast', 'state', 'border', 'abroad', 'rivers', 'lakes', 'labels', 'towns'];

/** Converts one object of the topology to GeoJSON. */
export function decode(topology, name) {
  const {
    scale: [kx, ky],
    translate: [tx, ty],
  } = topology.transform;
  const cache = topology.__arcs ?? Object.defineProperty(topology, '__arcs', { value: [] }).__arcs;
  const arc = (i) => {
    const j = i < 0 ? ~i : i;
    const a = (cache[j] ??= (() => {
      let x = 0,
        y = 0;
      return topology.arcs[j].map((p) => [(x += p[0]) * kx + tx, (y += p[1]) * ky + ty]);
    })());
    return i < 0 ? a.toReversed() : a;
  };
  const line = (l) => l.reduce((r, i) => r.concat(r.length ? arc(i).slice(1) : arc(i)), []);
  const shape = (g) => {
    const c = {
      Point: () => g.coordinates,
      MultiPoint: () => g.coordinates,
      LineString: () => line(g.arcs),
      MultiLineString: () => g.arcs.map(line),
      Polygon: () => g.arcs.map(line),
      MultiPolygon: () => g.arcs.map((p) => p.map(line)),
    }[g.type]();
    return { type: 'Feature', properties: g.properties ?? {}, geometry: { type: g.type, coordinates: c } };
  };
  const o = topology.objects[name];
  return { type: 'FeatureCollection', features: (o.geometries ?? [o]).filter((g) => g.type).map(shape) };
}

/** A line width that grows with the zoom. */
const wide = (...stops) => ['interpolate', ['exponential', 1.4], ['zoom'], ...stops];
const even = (...stops) => ['interpolate', ['linear'], ['zoom'], ...stops];
const round = { 'line-join': 'round', 'line-cap': 'round' };
const halo = (color, width = 1.25) => ({
  'text-halo-color': color,
  'text-halo-width': width,
  'text-halo-blur': 0.25,
});
/** A town is shown when the zoom is large enough for its rank. Smaller towns need a larger zoom. */
const shown = ['<=', ['get', 'r'], ['step', ['zoom'], 1, 4, 2, 5, 3, 6, 4, 7, 5, 8, 7, 9, 8, 10, 9, 11, 10]];

/**
 * Creates the style. Without `glyphs` MapLibre draws letters itself with the page's font. `names`: translations by the
 * names in the file.
 */
export function indiaStyle(
  topology,
  {
    glyphs,
    theme = 'light',
    font = glyphs ? 'Inter Regular' : 'Inter',
    bold = glyphs ? 'Inter SemiBold' : font,
    names,
  } = {},
) {
  const c = BASEMAP_COLOURS[theme];
  const src = (name, more) => ({ type: 'geojson', data: decode(topology, name), ...more });
  const named = (own) => (names ? ['coalesce', ['get', own, ['literal', names]], own] : own);
  // Scripts such as Devanagari join their letters, so these get no extra spacing.
  const spaced = (em) => (names ? 0 : em);
  const text = { 'text-font': [font], 'text-padding': 3, 'text-max-width': 8, 'text-line-height': 1.15 };
  return {
    version: 8,
    ...(glyphs && { glyphs }),
    sources: {
      far: src('far', { maxzoom: 4 }),
      coast: src('coast', { maxzoom: 10 }),
      land: src('land', { maxzoom: 10, tolerance: 0.3, attribution }),
      state: src('state', { maxzoom: 10 }),
      border: src('border', { maxzoom: 10 }),
      abroad: src('abroad', { maxzoom: 8 }),
      rivers: src('rivers', { maxzoom: 9 }),
      lakes: src('lakes', { maxzoom: 9 }),
      labels: src('labels', { maxzoom: 6 }),
      towns: src('towns', { maxzoom: 10 }),
    },
    layers: [
      ...groundLayers(c),
      ...borderLayers(c),
      townDots(c),
      seaNames(c, text, { named, spaced }),
      townNames(c, {
        ...text,
        'text-font': ['case', ['<=', ['get', 'r'], 3], ['literal', [bold]], ['literal', [font]]],
        'text-field': named(['get', 'n']),
      }),
      stateNames(c, text, { named, spaced }),
      countryNames(c, text, { named, spaced }),
    ],
  };
}

/** Land and water. */
function groundLayers(c) {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': c.water } },
    { id: 'far', type: 'fill', source: 'far', paint: { 'fill-color': c.abroad } },
    {
      id: 'land-abroad',
      type: 'fill',
      source: 'land',
      filter: ['!=', ['get', 'k'], 'IND'],
      paint: { 'fill-color': c.abroad },
    },
    {
      id: 'land-india',
      type: 'fill',
      source: 'land',
      filter: ['==', ['get', 'k'], 'IND'],
      paint: { 'fill-color': c.india },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'coast',
      layout: round,
      paint: { 'line-color': c.coast, 'line-width': wide(3, 0.5, 8, 1, 12, 1.6) },
    },
    {
      id: 'rivers',
      type: 'line',
      source: 'rivers',
      maxzoom: 10.5,
      layout: round,
      paint: {
        'line-color': c.river,
        'line-width': wide(4, 0.6, 7, 1.6, 10, 3),
        'line-opacity': even(3.5, 0, 4.5, 1, 9, 1, 10.4, 0),
      },
    },
    { id: 'lakes', type: 'fill', source: 'lakes', paint: { 'fill-color': c.water } },
  ];
}

function borderLayers(c) {
  return [
    {
      id: 'borders-abroad',
      type: 'line',
      source: 'abroad',
      layout: round,
      paint: { 'line-color': c.other, 'line-width': wide(3, 0.6, 8, 1.4, 12, 2) },
    },
    {
      id: 'states',
      type: 'line',
      source: 'state',
      layout: round,
      paint: { 'line-color': c.state, 'line-width': wide(3, 0.7, 6, 1.5, 9, 2.2, 12, 3.2) },
    },
    {
      id: 'border-edge',
      type: 'line',
      source: 'border',
      layout: round,
      paint: { 'line-color': c.border, 'line-opacity': 0.22, 'line-width': wide(3, 2.2, 6, 5, 10, 9) },
    },
    {
      id: 'border',
      type: 'line',
      source: 'border',
      layout: round,
      paint: { 'line-color': c.border, 'line-width': wide(3, 0.8, 6, 1.4, 10, 2) },
    },
  ];
}

function townDots(c) {
  return {
    id: 'town-dots',
    type: 'circle',
    source: 'towns',
    minzoom: 4,
    filter: ['all', shown, ['<=', ['get', 'r'], 5], ['!', ['has', 'x']]],
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 4, 1.6, 8, 2.4, 10, 2.8],
      'circle-color': c.dot,
      'circle-stroke-color': c.halo,
      'circle-stroke-width': 1,
      'circle-opacity': even(9.5, 1, 11, 0),
      'circle-stroke-opacity': even(9.5, 1, 11, 0),
    },
  };
}

function seaNames(c, text, { named, spaced }) {
  return {
    id: 'seas',
    type: 'symbol',
    source: 'labels',
    filter: ['==', ['get', 'k'], 'w'],
    maxzoom: 8,
    layout: {
      ...text,
      'text-field': named(['get', 'n']),
      'text-size': even(3, 11, 6, 15),
      'text-letter-spacing': spaced(0.12),
      'text-max-width': 6,
    },
    paint: { 'text-color': c.sea },
  };
}

function townNames(c, text) {
  return {
    id: 'towns',
    type: 'symbol',
    source: 'towns',
    minzoom: 4,
    filter: shown,
    layout: {
      ...text,
      'symbol-sort-key': ['-', ['get', 'r'], ['case', ['has', 'c'], 0.5, 0]],
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        4,
        ['match', ['get', 'r'], 1, 12.5, 11],
        7,
        ['match', ['get', 'r'], 1, 16, 2, 14.5, 3, 13, 12],
        11,
        ['match', ['get', 'r'], 1, 20, 2, 18, 3, 16, 4, 15, 5, 14, 6, 13.5, 12.5],
      ],
      'text-variable-anchor-offset': [
        'step',
        ['get', 'r'],
        ['literal', ['top', [0, 0.35], 'bottom', [0, -0.35], 'left', [0.5, 0], 'right', [-0.5, 0]]],
        6,
        ['literal', ['center', [0, 0]]],
      ],
      'text-justify': 'auto',
    },
    paint: {
      'text-color': ['case', ['has', 'x'], c.far, ['<=', ['get', 'r'], 3], c.town, c.label],
      ...halo(['case', ['has', 'x'], c.farHalo, c.halo]),
    },
  };
}

function stateNames(c, text, { named, spaced }) {
  return {
    id: 'state-names',
    type: 'symbol',
    source: 'labels',
    minzoom: 4.4,
    maxzoom: 9,
    filter: ['all', ['==', ['get', 'k'], 's'], ['<=', ['get', 'r'], ['step', ['zoom'], 1, 5, 2, 6, 3, 7, 4]]],
    layout: {
      ...text,
      'text-field': ['upcase', named(['coalesce', ['get', 'b'], ['get', 'n']])],
      'text-size': even(4, 9.5, 7, 13),
      'text-letter-spacing': spaced(0.1),
      'text-max-width': 7,
      'symbol-sort-key': ['get', 'r'],
    },
    paint: { 'text-color': c.label, 'text-opacity': even(4.4, 0.75, 8, 0.75, 9, 0), ...halo(c.halo, 1) },
  };
}

function countryNames(c, text, { named, spaced }) {
  return {
    id: 'country-names',
    type: 'symbol',
    source: 'labels',
    maxzoom: 7,
    filter: [
      'all',
      ['==', ['get', 'k'], 'c'],
      // India is the only country with a name.
      ['==', ['get', 'r'], 0],
      ['<', ['zoom'], 4],
    ],
    layout: {
      ...text,
      'text-field': ['upcase', named(['get', 'n'])],
      'text-size': even(3, 11, 6, 15),
      'text-letter-spacing': spaced(0.14),
      'symbol-sort-key': ['get', 'r'],
    },
    paint: {
      'text-color': ['case', ['==', ['get', 'r'], 0], c.label, c.far],
      ...halo(['case', ['==', ['get', 'r'], 0], c.halo, c.farHalo], 1),
    },
  };
}
