import type { MapService } from '@bijli/contract/operations';

/** Where the map's ground comes from, as pages are told it, and the origins that they load it from. */
export interface MapConfig {
  service: MapService;
  origins: string[];
}

type Env = Record<string, string | undefined>;

/** Reads MAP_STYLE_URL, MAP_TILES_URL, MAP_ORIGINS, MAP_ATTRIBUTION and MAP_KEY; undefined where no address is set. What is wrong goes to `problems`. */
export function readMap(env: Env, problems: string[]): MapConfig | undefined {
  const key = env['MAP_KEY'] || undefined;
  const style = readAddress('MAP_STYLE_URL', env, key, problems);
  const tiles = readAddress('MAP_TILES_URL', env, key, problems);
  if (tiles && !['{z}', '{x}', '{y}'].every((part) => tiles.text.includes(part)))
    problems.push('MAP_TILES_URL must hold {z}, {x} and {y}');
  if (key && ![env['MAP_STYLE_URL'], env['MAP_TILES_URL']].some((address) => address?.includes('{key}')))
    problems.push('MAP_KEY is set, but neither MAP_STYLE_URL nor MAP_TILES_URL holds {key}');
  const others = (env['MAP_ORIGINS'] ?? '').split(',').filter(Boolean);
  for (const origin of others) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push(`MAP_ORIGINS holds ${origin}, which is no origin such as https://tiles.example`);
  }
  if (!style && !tiles) return undefined;
  const attribution = env['MAP_ATTRIBUTION'];
  return {
    service: {
      ...(style && { style_url: style.text }),
      ...(tiles && { tiles_url: tiles.text }),
      ...(attribution && { attribution }),
    },
    origins: [...new Set([...[style, tiles].flatMap((address) => address?.origin ?? []), ...others])],
  };
}

/** An address with its `{key}` filled in. The key itself is never told in a problem. */
function readAddress(
  name: string,
  env: Env,
  key: string | undefined,
  problems: string[],
): { text: string; origin: string } | undefined {
  const written = env[name];
  if (!written) return undefined;
  if (written.includes('{key}') && !key) problems.push(`${name} holds {key}, but MAP_KEY is not set`);
  const text = written.replaceAll('{key}', encodeURIComponent(key ?? ''));
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return { text, origin: url.origin };
  problems.push(`${name} must be an address that begins with https://`);
  return undefined;
}
