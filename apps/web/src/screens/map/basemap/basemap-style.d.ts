import type { FeatureCollection } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';

/** The object in india-basemap.topo.json. */
export interface IndiaTopology {
  type: 'Topology';
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: number[][][];
  objects: Record<
    'far' | 'land' | 'coast' | 'state' | 'border' | 'abroad' | 'rivers' | 'lakes' | 'labels' | 'towns',
    unknown
  >;
}
export interface IndiaStyleOptions {
  /** URL of glyph ranges, such as `/glyphs/{fontstack}/{range}.pbf`. Without it MapLibre draws letters itself. */
  glyphs?: string;
  theme?: 'light' | 'dark';
  /** Font stack name (with glyphs: 'Inter Regular') or CSS family (without: 'Inter'). */
  font?: string;
  /** The same for cities; 'Inter SemiBold' with glyphs, else `font`. */
  bold?: string;
  /** Names to show, by those of the file; whatever has none keeps its own. */
  names?: Readonly<Record<string, string>> | undefined;
}
/** HTML to show on the map at all times. */
export declare const attribution: string;
/** A sensible `maxBounds` or first view: south-west, north-east. */
export declare const bounds: [[number, number], [number, number]];
export declare const layersOf: string[];
export declare function decode(topology: IndiaTopology, name: string): FeatureCollection;
export declare function indiaStyle(topology: IndiaTopology, options?: IndiaStyleOptions): StyleSpecification;
