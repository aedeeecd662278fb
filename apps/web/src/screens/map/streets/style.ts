import type { LayerSpecification } from 'maplibre-gl';
import type { Scheme } from '../marks/pictures.ts';
import { FADE_IN_BY_ZOOM, landuseLayers } from './landuse-layers.ts';
import { STREET_COLOURS } from './palette.ts';
import { roadLayers } from './roads.ts';
import { type StreetLayer, STREETS_ZOOM } from './street-layer.ts';
import { FADE } from './street-names.ts';

export interface StreetStyleOptions {
  scheme: Scheme;
  /** Until it is true, and when tiles fail, all layers are there but transparent. */
  isShown: boolean;
}

const LAYERS: StreetLayer[] = [...landuseLayers(), ...roadLayers()];

/** The street layers for tiles of the OpenMapTiles schema, lowest first. */
export function streetLayers({ scheme, isShown }: StreetStyleOptions): LayerSpecification[] {
  const colours = STREET_COLOURS[scheme];
  const ground: LayerSpecification = {
    id: 'streets-ground',
    type: 'background',
    minzoom: STREETS_ZOOM,
    paint: {
      'background-color': colours.ground,
      'background-opacity': isShown ? FADE_IN_BY_ZOOM : 0,
      'background-opacity-transition': FADE,
    },
  };
  return [ground, ...LAYERS.map((drawn) => layerOf(drawn, { scheme, isShown }))];
}

function layerOf({ colour, edge, opacity, paint, ...rest }: StreetLayer, { scheme, isShown }: StreetStyleOptions) {
  const colours = STREET_COLOURS[scheme];
  const { type } = rest;
  return {
    ...rest,
    source: 'streets',
    paint: {
      [`${type}-color`]: colours[colour],
      ...(edge && { 'fill-outline-color': colours[edge] }),
      ...paint,
      [`${type}-opacity`]: isShown ? opacity : 0,
      [`${type}-opacity-transition`]: FADE,
    },
  } as LayerSpecification;
}
