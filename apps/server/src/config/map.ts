import type { MapService } from '@bijli/contract/operations';
import type { Written } from './env.ts';
import type { Settings } from './schema.ts';

/** Where the map's ground comes from, as pages are told it, and the origins that they load it from. */
export interface MapConfig {
  service: MapService;
  origins: string[];
}

/** What is wrong with the map's addresses and their key together. The key itself is never told. */
export function checkMap({ texts }: Written): string[] {
  const key = texts.MAP_KEY;
  const addresses = (['MAP_STYLE_URL', 'MAP_TILES_URL'] as const).flatMap((name) => {
    const written = texts[name];
    return written ? [{ name, written }] : [];
  });
  const problems = addresses.flatMap(({ name, written }) => [
    ...(written.includes('{key}') && !key ? [`${name} holds {key}, but MAP_KEY is not set`] : []),
    ...(isWebAddress(withKey(written, key)) ? [] : [`${name} must be an address that begins with https://`]),
  ]);
  const tiles = texts.MAP_TILES_URL;
  if (tiles && isWebAddress(withKey(tiles, key)) && !['{z}', '{x}', '{y}'].every((part) => tiles.includes(part)))
    problems.push('MAP_TILES_URL must hold {z}, {x} and {y}');
  if (key && !addresses.some(({ written }) => written.includes('{key}')))
    problems.push('MAP_KEY is set, but neither MAP_STYLE_URL nor MAP_TILES_URL holds {key}');
  return problems;
}

/** Undefined where no address is set. */
export function mapConfig(settings: Settings): MapConfig | undefined {
  const { MAP_STYLE_URL, MAP_TILES_URL, MAP_KEY, MAP_ATTRIBUTION: attribution, MAP_ORIGINS } = settings;
  const style = MAP_STYLE_URL && withKey(MAP_STYLE_URL, MAP_KEY);
  const tiles = MAP_TILES_URL && withKey(MAP_TILES_URL, MAP_KEY);
  if (!style && !tiles) return undefined;
  const own = [style, tiles].flatMap((address) => (address ? new URL(address).origin : []));
  return {
    service: {
      ...(style && { style_url: style }),
      ...(tiles && { tiles_url: tiles }),
      ...(attribution && { attribution }),
    },
    origins: [...new Set([...own, ...MAP_ORIGINS])],
  };
}

function withKey(address: string, key = ''): string {
  return address.replaceAll('{key}', encodeURIComponent(key));
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol);
}
