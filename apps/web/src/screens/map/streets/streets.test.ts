import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { tileUrl } from '../basemap/map-service.ts';
import { tilesIn } from './in-view.ts';
import { nameIn, nameLayers } from './street-names.ts';
import { loadStreets } from './street-source.ts';
import { createStreetTiles } from './street-tiles.ts';
import { streetLayers } from './style.ts';

const closing: (() => unknown)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

/** A server that answers with these statuses in turn, and then always with the last one. */
async function provider(statuses: number[], body = 'tile') {
  const asked: string[] = [];
  const server = createServer(({ url = '', method }, reply) => {
    reply.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    if (method === 'OPTIONS') return void reply.end();
    asked.push(url);
    reply.statusCode = statuses[asked.length - 1] ?? statuses.at(-1) ?? 200;
    return void reply.end(reply.statusCode === 204 ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const never = new AbortController();
const textOf = ({ data }: { data: unknown }) => new TextDecoder().decode(data as ArrayBuffer);

test('a tile is requested up to four times, and is drawn all the same [LOADER-1]', async () => {
  const { asked, origin } = await provider([503, 503, 503, 200]);
  const tiles = createStreetTiles();
  expect(textOf(await tiles.load({ url: `streets://${origin}/1/1/1.pbf` }, never))).toBe('tile');
  expect(asked).toHaveLength(4);
  expect(tiles.hasFailed(`${origin}/1/1/1.pbf`)).toBe(false);
});

test('once a tile has failed three retries, others are requested once until the service is back [LOADER-1, LOADER-5]', async () => {
  const { asked, origin } = await provider([503, 503, 503, 503, 503, 200]);
  const tiles = createStreetTiles();
  const load = (name: string) => tiles.load({ url: `streets://${origin}/${name}` }, never);
  await expect(load('first')).rejects.toThrow('503');
  await expect(load('second')).rejects.toThrow('503');
  expect(asked).toEqual([...Array<string>(4).fill('/first'), '/second']);
  expect([tiles.hasFailed(`${origin}/first`), tiles.hasFailed(`${origin}/second`)]).toEqual([true, true]);
  await load('second');
  expect([tiles.hasFailed(`${origin}/first`), tiles.hasFailed(`${origin}/second`)]).toEqual([true, false]);
  tiles.forget();
  expect(tiles.hasFailed(`${origin}/first`)).toBe(false);
});

test.each([204, 404])('a service that answers %d has an empty tile there', async (status) => {
  const { origin } = await provider([status]);
  const tiles = createStreetTiles();
  const { data } = await tiles.load({ url: `streets://${origin}/1/1/1.pbf` }, never);
  expect((data as ArrayBuffer).byteLength).toBe(0);
});

test('a tile that the map no longer needs is not requested again, and does not count as failed', async () => {
  const { asked, origin } = await provider([503]);
  const tiles = createStreetTiles();
  const control = new AbortController();
  const loading = tiles.load({ url: `streets://${origin}/1` }, control);
  await expect.poll(() => asked).toHaveLength(1);
  control.abort();
  await expect(loading).rejects.toThrow();
  expect([asked.length, tiles.hasFailed(`${origin}/1`)]).toEqual([1, false]);
});

test('a TileJSON gives the address of its tiles, also on our own server, and its attribution as plain text', async () => {
  const tileJson = { tiles: ['/map-tiles/v1/{z}/{x}/{y}.pbf'], maxzoom: 12, attribution: '<a href="#">© Them</a>' };
  const { origin } = await provider([200], JSON.stringify(tileJson));
  expect(await loadStreets(`${origin}/map-tiles.json`, never.signal)).toEqual({
    tiles: `${origin}/map-tiles/v1/{z}/{x}/{y}.pbf`,
    minzoom: 0,
    maxzoom: 12,
    attribution: '© Them',
  });
});

test('a template of tiles is used as it is, with the names that its schema requires', async () => {
  const tiles = 'https://tiles.example/{z}/{x}/{y}.pbf';
  expect(await loadStreets(tiles, never.signal)).toMatchObject({
    tiles,
    maxzoom: 14,
    attribution: '© OpenMapTiles © OpenStreetMap',
  });
});

test.each(['{}', '{"tiles":["https://tiles.example/all.pbf"]}'])('an invalid TileJSON is refused: %s', async (body) => {
  const { origin } = await provider([200], body);
  await expect(loadStreets(origin, never.signal)).rejects.toThrow('no TileJSON');
});

test('the tiles of a view are recognised by their addresses', () => {
  const view = { west: 77.58, south: 12.96, east: 77.61, north: 12.98 };
  const addresses = tilesIn(view, 13.4, 14).map((tile) => tileUrl('{z}/{x}/{y}', tile));
  expect(addresses).toEqual(['13/5861/3798', '13/5862/3798']);
  expect(new Set(tilesIn(view, 16, 14).map(({ z }) => z))).toEqual(new Set([14]));
});

test('borders of a service are never drawn', () => {
  const layers = [...streetLayers({ scheme: 'light', isShown: true }), ...nameLayers('light', 'en', true)];
  expect(layers.length).toBeGreaterThan(40);
  expect(layers.map((layer) => ('source-layer' in layer ? layer['source-layer'] : ''))).not.toContain('boundary');
});

test('all streets and names are transparent until they are shown', () => {
  for (const { paint } of [...streetLayers({ scheme: 'dark', isShown: false }), ...nameLayers('dark', 'hi', false)]) {
    const opacities = Object.entries(paint ?? {}).filter(([name]) => name.endsWith('-opacity'));
    expect(opacities.length).toBeGreaterThan(0);
    expect(opacities.every(([, value]) => value === 0)).toBe(true);
  }
});

test('names are requested in the language of the app', () => {
  expect(nameIn('hi')).toContainEqual(['get', 'name:hi']);
  expect(nameIn('en')).toContainEqual(['get', 'name:en']);
});
