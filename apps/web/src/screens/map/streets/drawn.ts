import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl';
import { mapLibreZoom } from '../view.ts';
import type { StreetColour } from './palette.ts';

/** A fill or a line of the street style, before it has its colour and before it is shown. */
export interface DrawnStreets {
  id: string;
  'source-layer': string;
  minzoom: number;
  type: 'fill' | 'line';
  filter?: FilterSpecification;
  layout?: Record<string, unknown>;
  colour: StreetColour;
  edge?: StreetColour;
  /** Once the streets are shown. */
  opacity: number | ExpressionSpecification;
  paint?: Record<string, unknown>;
}

/** From this zoom on, as the specification counts it, and not before the streets themselves. */
export function fromSource(
  id: string,
  layer: string,
  zoom: number,
): Pick<DrawnStreets, 'id' | 'source-layer' | 'minzoom'> {
  return { id: `streets-${id}`, 'source-layer': layer, minzoom: Math.max(STREETS_ZOOM, mapLibreZoom(zoom)) };
}

/** Nearer than this there are streets; further off our own ground says enough. As MapLibre counts it. */
export const STREETS_ZOOM = 6;

export function isOneOf(field: string, values: string[]): ExpressionSpecification {
  return ['match', ['get', field], values, true, false];
}
