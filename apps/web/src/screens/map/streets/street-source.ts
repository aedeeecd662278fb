import { wordsOf } from '../basemap/map-service.ts';

/** Where to get vector tiles of the OpenMapTiles schema. */
export interface StreetSource {
  /** An address with `{z}`, `{x}` and `{y}`. */
  tiles: string;
  minzoom: number;
  maxzoom: number;
  /** Attribution that must be shown, as plain text. */
  attribution: string;
}

/** The schema's own values, used when a source does not give any. */
const MAX_ZOOM = 14;
const ATTRIBUTION = '© OpenMapTiles © OpenStreetMap';
/** A template has `{z}`. Any other address is that of a TileJSON. */
const isTemplate = (address: string) => address.includes('{z}');

interface TileJson {
  tiles?: unknown;
  minzoom?: number;
  maxzoom?: number;
  attribution?: string;
}

/** Reads a source from its template or its TileJSON. Throws when the TileJSON cannot be fetched. */
export async function loadStreets(address: string, signal: AbortSignal): Promise<StreetSource> {
  if (isTemplate(address)) return { tiles: address, minzoom: 0, maxzoom: MAX_ZOOM, attribution: ATTRIBUTION };
  const from = new URL(address, location.origin);
  const answer = await fetch(from, { signal });
  if (!answer.ok) throw new Error(`The map service answered ${answer.status}`);
  const { tiles, minzoom = 0, maxzoom = MAX_ZOOM, attribution = '' } = (await answer.json()) as TileJson;
  const [first] = Array.isArray(tiles) ? (tiles as unknown[]) : [];
  if (typeof first !== 'string' || !isTemplate(first))
    throw new Error('The map service answered with something that is no TileJSON');
  return {
    tiles: first.startsWith('/') ? from.origin + first : first,
    minzoom,
    maxzoom,
    attribution: wordsOf(attribution) || ATTRIBUTION,
  };
}
