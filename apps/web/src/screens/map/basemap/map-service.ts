import type { Map, RequestParameters, StyleSpecification } from 'maplibre-gl';
import type { MapService } from '@bijli/contract/installation';
import { FONTS } from './fonts.ts';

export const BUNDLED_GLYPHS = '/basemap/glyphs/{fontstack}/{range}.pbf';

export interface TileAt {
  z: number;
  x: number;
  y: number;
}

export function tileUrl(template: string, tile: TileAt): string {
  return template.replaceAll(/\{([zxy])\}/g, (_, part: 'z' | 'x' | 'y') => String(tile[part]));
}

/** The tile of zoom 3 with the middle of India. It shows whether the service works. */
const PROBE: TileAt = { z: 3, x: 5, y: 3 };

/** Loads a service's map as a style. Throws when the service does not answer with a style, or with the probed tile. */
export async function loadService(service: MapService, signal: AbortSignal): Promise<StyleSpecification> {
  if (service.style_url !== undefined) return loadStyle(service.style_url, signal);
  const tiles = service.tiles_url ?? '';
  const probe = await fetch(tileUrl(tiles, PROBE), { signal });
  if (!probe.ok) throw new Error(`The map service answered ${probe.status}`);
  return {
    version: 8,
    glyphs: location.origin + BUNDLED_GLYPHS,
    sources: { service: { type: 'raster', tiles: [tiles], tileSize: 256 } },
    layers: [{ id: 'service', type: 'raster', source: 'service' }],
  };
}

async function loadStyle(url: string, signal: AbortSignal): Promise<StyleSpecification> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`The map service answered ${answer.status}`);
  const style = (await answer.json()) as Partial<StyleSpecification>;
  if (style.version !== 8 || !Array.isArray(style.layers) || typeof style.sources !== 'object') {
    throw new Error('The map service answered with something that is no style');
  }
  return { glyphs: location.origin + BUNDLED_GLYPHS, ...(style as StyleSpecification) };
}

/** The letters on pins are in our own fonts, so their glyphs come from our server. */
export function bundledGlyphs(url: string): RequestParameters | undefined {
  const font = Object.values(FONTS).find((name) => url.includes(`/${name}/`));
  const range = /(\d+-\d+)\.pbf/.exec(url)?.[1];
  if (font === undefined || range === undefined) return undefined;
  return { url: location.origin + BUNDLED_GLYPHS.replace('{fontstack}', font).replace('{range}', range) };
}

/** The attributions of all sources of a map, each once. */
export function attributionOf(map: Map): string {
  const attributions = Object.keys(map.getStyle().sources).map((id) => map.getSource(id)?.attribution ?? '');
  return [...new Set(attributions.map(wordsOf))].filter(Boolean).join(' · ');
}

/** The text of an attribution, which is HTML made for the service's own widget. */
export function wordsOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';
}
