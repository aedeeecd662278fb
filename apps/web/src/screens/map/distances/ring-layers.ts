import type { LayerSpecification } from 'maplibre-gl';
import { FONTS } from '../basemap/fonts.ts';
import { KIT_COLOURS } from '../kit-colours.ts';
import { BLOCKER_PX, type Scheme } from '../marks/pictures.ts';
import { mapLibreZoom } from '../view/view.ts';

/** From this zoom on a map without streets shows distances. */
export const DISTANCES_ZOOM = mapLibreZoom(10);

export const RING_COLOURS = {
  light: {
    ring: '#8d9891',
    veil: 'rgb(255 255 255 / 0.38)',
    text: '#4d5952',
    halo: KIT_COLOURS.light.mapGround,
    ink: KIT_COLOURS.light.ink,
  },
  dark: {
    ring: '#5d6962',
    veil: 'rgb(255 255 255 / 0.022)',
    text: '#b3c0b8',
    halo: KIT_COLOURS.dark.mapGround,
    ink: KIT_COLOURS.dark.ink,
  },
};
const WIDTH = 1.1;

type Plain = LayerSpecification extends infer L ? (L extends unknown ? Omit<L, 'source'> : never) : never;

/** Layers of the rings, lowest first: areas, rings, ticks, cross and figures. */
export function ringLayers(scheme: Scheme): Plain[] {
  const { ring, veil, text, halo } = RING_COLOURS[scheme];
  const lines = (id: string, kinds: string[], paint: object): Plain => ({
    id: `rings-${id}`,
    type: 'line',
    minzoom: DISTANCES_ZOOM,
    filter: ['in', ['get', 'kind'], ['literal', kinds]],
    paint: { 'line-color': ring, 'line-width': WIDTH, ...paint },
  });
  return [
    {
      id: 'rings-veils',
      type: 'fill',
      minzoom: DISTANCES_ZOOM,
      filter: ['==', ['get', 'kind'], 'veil'],
      paint: { 'fill-color': veil, 'fill-antialias': false },
    },
    lines('cross', ['cross'], { 'line-width': 0.8, 'line-opacity': 0.38 }),
    lines('rings', ['ring'], { 'line-dasharray': [3 / WIDTH, 4 / WIDTH] }),
    lines('edge', ['edge', 'tick'], {}),
    {
      id: 'rings-figures',
      type: 'symbol',
      minzoom: DISTANCES_ZOOM,
      filter: ['==', ['get', 'kind'], 'figure'],
      layout: {
        'text-field': ['get', 'text'],
        'text-font': [FONTS.bold],
        'text-size': 12,
        // It has room where `ringFeatures` puts it.
        'text-allow-overlap': true,
      },
      paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 3 },
    },
  ];
}

/** The dotted line from the driver to the chosen station. */
export function wayLayer(scheme: Scheme): Plain {
  return {
    id: 'way',
    type: 'line',
    minzoom: DISTANCES_ZOOM,
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': RING_COLOURS[scheme].ink, 'line-width': 2.5, 'line-dasharray': [0.1, 2.8] },
  };
}

/** Invisible pictures along that line, which keep the map's own names off it. */
export function wayBlockerLayer(scheme: Scheme): Plain {
  return {
    id: 'way-blockers',
    type: 'symbol',
    minzoom: DISTANCES_ZOOM,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': BLOCKER_PX,
      'icon-image': `blocker/${scheme}`,
      // Narrower than the space that our own names leave, so that it hides none of them.
      'icon-size': 2 / BLOCKER_PX,
      'icon-padding': [0],
      'icon-allow-overlap': true,
    },
    paint: { 'icon-opacity': 0 },
  };
}
