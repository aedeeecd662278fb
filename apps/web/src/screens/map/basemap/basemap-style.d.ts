import type { FeatureCollection } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';

/** The content of india-basemap.topo.json. */
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
  /** Address of glyph ranges, such as `/glyphs/{fontstack}/{range}.pbf`. Without it MapLibre draws letters itself. */
  glyphs?: string;
  theme?: 'light' | 'dark';
  /** Name of a font stack such as 'Inter Regular' with `glyphs`, otherwise a CSS family such as 'Inter'. */
  font?: string;
  /** The same for cities. Without it, `font` is used. */
  bold?: string;
  /** Translations of names, by the names in the file. Names without one stay as they are. */
  names?: Readonly<Record<string, string>> | undefined;
}
/** Attribution as HTML, which must always be shown on the map. */
export declare const attribution: string;
/** The corners of the map, south-west and north-east, for `maxBounds` or a first view. */
export declare const bounds: [[number, number], [number, number]];
export declare const layersOf: string[];
export declare function decode(topology: IndiaTopology, name: string): FeatureCollection;
export declare function indiaStyle(topology: IndiaTopology, options?: IndiaStyleOptions): StyleSpecification;
