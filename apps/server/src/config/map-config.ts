import { closeSync, openSync, readSync } from 'node:fs';
import type { MapService } from '@bijli/contract/installation';
import type { WrittenSettings } from './env.ts';
import { DEMO_TILES, type Settings } from './schema.ts';

/** The map service as pages get it, and the origins from which they load it. */
export interface MapConfig {
  service: MapService;
  origins: string[];
  /** The PMTiles file whose streets this server serves itself. */
  file: string | undefined;
}

/** The address of the TileJSON that describes the operator's own PMTiles file. */
const OWN_TILES = '/map-tiles.json';
const NO_TILES = 'none';

/** Finds problems between the map's addresses, their key and the file. A problem never shows the key. */
export function checkMap({ texts }: WrittenSettings): string[] {
  const { MAP_KEY: key, MAP_TILES_FILE: file } = texts;
  const tiles = texts.MAP_TILES_URL === NO_TILES ? undefined : texts.MAP_TILES_URL;
  const addresses = Object.entries({ MAP_STYLE_URL: texts.MAP_STYLE_URL, MAP_TILES_URL: tiles }).flatMap(
    ([name, written]) => (written ? [{ name, written }] : []),
  );
  const problems = addresses.flatMap(({ name, written }) => [
    ...(written.includes('{key}') && !key ? [`${name} holds {key}, but MAP_KEY is not set`] : []),
    ...(isWebAddress(withKey(written, key)) ? [] : [`${name} must be an address that begins with https://`]),
  ]);
  if (tiles && isWebAddress(withKey(tiles, key)) && kindOf(tiles) === 'unclear')
    problems.push('MAP_TILES_URL must hold {z}, {x} and {y}, or be the address of a TileJSON');
  if (key && !addresses.some(({ written }) => written.includes('{key}')))
    problems.push('MAP_KEY is set, but neither MAP_STYLE_URL nor MAP_TILES_URL holds {key}');
  if (file && tiles && tiles !== DEMO_TILES)
    problems.push('MAP_TILES_FILE and MAP_TILES_URL are both set: leave out one of them');
  const wrong = file && problemOfFile(file);
  return wrong ? [...problems, wrong] : problems;
}

/** Undefined if the map has only our own basemap. */
export function mapConfig(settings: Settings): MapConfig | undefined {
  const { MAP_STYLE_URL, MAP_TILES_URL, MAP_KEY, MAP_ATTRIBUTION: attribution, MAP_ORIGINS } = settings;
  const file = settings.MAP_TILES_FILE;
  const style = MAP_STYLE_URL && withKey(MAP_STYLE_URL, MAP_KEY);
  const isOffered = MAP_TILES_URL && MAP_TILES_URL !== NO_TILES && !file;
  const tiles = isOffered ? withKey(MAP_TILES_URL, MAP_KEY) : undefined;
  const isRaster = tiles !== undefined && kindOf(tiles) === 'raster';
  const raster = isRaster ? tiles : undefined;
  const streets = file ? OWN_TILES : tiles;
  // A style brings its own streets.
  const vector = style || isRaster ? undefined : streets;
  if (!style && !raster && !vector) return undefined;
  const foreign = [style, raster, file ? undefined : vector];
  const own = foreign.flatMap((address) => (address ? [new URL(address).origin] : []));
  return {
    service: {
      ...(style && { style_url: style }),
      ...(raster && { tiles_url: raster }),
      ...(vector && { vector_url: vector }),
      ...(attribution && { attribution }),
    },
    origins: [...new Set([...own, ...MAP_ORIGINS])],
    file: vector === OWN_TILES ? file : undefined,
  };
}

/**
 * Guesses what an address serves: vector tiles end in .pbf or .mvt, and an address without placeholders is a TileJSON.
 */
function kindOf(tiles: string): 'raster' | 'vector' | 'tilejson' | 'unclear' {
  const placeholders = ['{z}', '{x}', '{y}'].filter((part) => tiles.includes(part));
  if (placeholders.length === 0) return 'tilejson';
  if (placeholders.length < 3) return 'unclear';
  return /\.(pbf|mvt)(\?|$)/.test(tiles) ? 'vector' : 'raster';
}

/** The length of the header of a PMTiles file, which has the format's name, its version and the type of its tiles. */
const HEADER_BYTES = 127;
const KIND_AT = 99;
const VECTOR_TILES = 1;

function problemOfFile(path: string): string | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, header, 0, HEADER_BYTES, 0);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return `MAP_TILES_FILE names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
  }
  if (header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
    return `MAP_TILES_FILE names ${path}, which is no PMTiles file of version 3`;
  if (header[KIND_AT] !== VECTOR_TILES) return `MAP_TILES_FILE names ${path}, which holds no vector tiles`;
  return undefined;
}

function withKey(address: string, key = ''): string {
  return address.replaceAll('{key}', encodeURIComponent(key));
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol);
}
