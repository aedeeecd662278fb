import { mkdtempSync, statSync, truncateSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { writePmtiles } from '#testing/pmtiles-file.ts';
import { openMapTiles } from './map-tiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'bijli-map-tiles-'));
const TILES = [
  { z: 0, x: 0, y: 0, data: Buffer.from('the world') },
  { z: 14, x: 11_724, y: 7600, data: Buffer.from('a part of Bengaluru') },
];
const file = join(folder, 'india.pmtiles');
writePmtiles(file, TILES, { attribution: '© the surveyors' });
const stack = await testApp({ env: { MAP_TILES_FILE: file } });

interface TileJson {
  tiles: string[];
  minzoom: number;
  maxzoom: number;
  attribution: string;
}
const tileJson = (await (await fetch(`${stack.url}/map-tiles.json`)).json()) as TileJson;
const tileAt = (z: number | string, x: number, y: number, init?: RequestInit) => {
  const path = (tileJson.tiles[0] ?? '').replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
  return fetch(stack.url + path, init);
};

test('pages learn where the streets of our own file are, which zooms they have and whom to credit', async () => {
  expect(tileJson).toMatchObject({ minzoom: 0, maxzoom: 14, attribution: '© the surveyors' });
  const config = (await (await fetch(`${stack.url}/client-config`)).json()) as { map: unknown };
  expect(config.map).toEqual({ vector_url: '/map-tiles.json' });
  const policy = (await fetch(`${stack.url}/client-config`)).headers.get('content-security-policy');
  expect(policy).not.toContain('openfreemap');
});

test.each(TILES)(
  'a tile is served as it is in the file, and may be cached permanently: %o',
  async ({ z, x, y, data }) => {
    const answer = await tileAt(z, x, y);
    expect(await answer.text()).toBe(data.toString());
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('vary')).toContain('accept-encoding');
    const plain = await tileAt(z, x, y, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, data.toString()]);
  },
);

test('a missing tile gets an empty answer, and an impossible one gets 404', async () => {
  expect((await tileAt(14, 0, 0)).status).toBe(204);
  for (const [z, x, y] of [
    [15, 0, 0],
    [3, 8, 0],
    ['-1', 0, 0],
    ['1e1', 0, 0],
  ] as const) {
    expect((await tileAt(z, x, y)).status, `${z}/${x}/${y}`).toBe(404);
  }
  expect((await fetch(`${stack.url}/map-tiles/another/0/0/0.pbf`)).status).toBe(404);
});

test('another file, or a changed one, is served under another address', async () => {
  const other = join(folder, 'other.pmtiles');
  writePmtiles(other, TILES);
  const first = await openMapTiles(other);
  utimesSync(other, 1, 1);
  const second = await openMapTiles(other);
  expect(second.version).not.toBe(first.version);
  await Promise.all([first.close(), second.close()]);
});

test.each([
  ['right after its beginning', () => 140],
  ['in its tiles, as one that is still being copied', (size: number) => size - 1],
])('a file that breaks off %s does not let the server start, and is named', async (_, length) => {
  const broken = join(folder, 'broken.pmtiles');
  writePmtiles(broken, TILES);
  truncateSync(broken, length(statSync(broken).size));
  await expect(openMapTiles(broken)).rejects.toThrow(/^MAP_TILES_FILE names .*broken\.pmtiles, which cannot be used/);
});
