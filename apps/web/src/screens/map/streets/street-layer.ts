import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl';
import { mapLibreZoom } from '../view/view.ts';
import type { StreetColour } from './palette.ts';

/** A fill or line of the street style, without its colour and visibility. */
export interface StreetLayer {
  id: string;
  'source-layer': string;
  minzoom: number;
  type: 'fill' | 'line';
  filter?: FilterSpecification;
  layout?: Record<string, unknown>;
  colour: StreetColour;
  edge?: StreetColour;
  /** The opacity while the streets are shown. */
  opacity: number | ExpressionSpecification;
  paint?: Record<string, unknown>;
}

/** The beginning of a layer, from this zoom on (in tiles of 256 px), but not before the streets. */
export function fromSource(
  id: string,
  layer: string,
  zoom: number,
): Pick<StreetLayer, 'id' | 'source-layer' | 'minzoom'> {
  return { id: `streets-${id}`, 'source-layer': layer, minzoom: Math.max(STREETS_ZOOM, mapLibreZoom(zoom)) };
}

/** Streets are drawn from this zoom on, as MapLibre counts it. At smaller zooms the basemap is enough. */
export const STREETS_ZOOM = 6;

export function matchesOneOf(field: string, values: string[]): ExpressionSpecification {
  return ['match', ['get', field], values, true, false];
}
