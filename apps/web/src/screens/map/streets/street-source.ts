import { wordsOf } from '../map-service.ts';

/** Where vector tiles of the OpenMapTiles schema are. */
export interface StreetSource {
  /** With `{z}`, `{x}` and `{y}`. */
  tiles: string;
  minzoom: number;
  maxzoom: number;
  /** What they ask to be shown, in plain words. */
  attribution: string;
}

/** Of the schema, where nobody says otherwise. */
const MAX_ZOOM = 14;
const ATTRIBUTION = '© OpenMapTiles © OpenStreetMap';
/** Both a template and a TileJSON may say where its tiles begin. */
const isTemplate = (address: string) => address.includes('{z}');

interface TileJson {
  tiles?: unknown;
  minzoom?: number;
  maxzoom?: number;
  attribution?: string;
}

/** A template as it is, a TileJSON asked what it says. Throws when it does not answer with one. */
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
