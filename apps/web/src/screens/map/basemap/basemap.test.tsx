import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { MapService } from '@bijli/contract/installation';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, draw, until } from '@bijli/ui/testing/page';
import { createQueryClient } from '#shell/query-client.ts';
import { clientConfig } from '../../../testing/replies.ts';
import { loadService, bundledGlyphs, wordsOf } from './map-service.ts';
import { useBasemap, type Basemap } from './use-basemap.ts';

const STYLE = { version: 8, sources: {}, layers: [{ id: 'theirs', type: 'background' }] };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  await clear();
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A map service that fails this many times before it answers. */
async function service(failures: number, answer: unknown = STYLE) {
  const asked: string[] = [];
  const server: Server = createServer(({ method, url = '' }, reply) => {
    reply.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    if (method === 'OPTIONS') return void reply.end();
    asked.push(url);
    reply.statusCode = asked.length <= failures ? 503 : 200;
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function openBasemap(map: MapService) {
  const app = await serveAnswers({ 'GET /client-config': clientConfig({ map }) });
  closing.push(app.close);
  let basemap: Basemap | undefined;
  const hear = (shown: Basemap) => {
    basemap = shown;
  };
  function Probe() {
    const shown = useBasemap('light', true);
    useEffect(() => hear(shown));
    return null;
  }
  await draw(
    <QueryClientProvider client={createQueryClient()}>
      <Probe />
    </QueryClientProvider>,
  );
  return () => basemap;
}

test.each([0, 1, 2, 3])(
  'a map service that fails %d times is loaded with its key all the same [LOADER-1]',
  async (failures) => {
    const { asked, origin } = await service(failures);
    const basemap = await openBasemap({ style_url: `${origin}/style.json?key=k1`, attribution: 'Theirs' });
    await until(() => expect(basemap()?.style?.layers).toEqual(STYLE.layers));
    expect(asked).toEqual(Array(failures + 1).fill('/style.json?key=k1'));
    expect(basemap()).toMatchObject({ from: 'service', attribution: 'Theirs', isFallback: false });
  },
);

test('after three retries our own map replaces it, and says so [LOADER-1, LOADER-5]', async () => {
  const { asked, origin } = await service(99);
  const basemap = await openBasemap({ tiles_url: `${origin}/{z}/{x}/{y}.png?key=k1` });
  await until(() => expect(basemap()?.isFallback).toBe(true));
  expect(asked).toEqual(Array(4).fill('/3/5/3.png?key=k1'));
  expect(basemap()).toMatchObject({ from: 'own', attribution: undefined });
});

test('an invalid style counts as a failure', async () => {
  const { origin } = await service(0, { hello: 'world' });
  await expect(loadService({ style_url: `${origin}/style` }, new AbortController().signal)).rejects.toThrow('no style');
});

test('tiles become a style of one raster layer', async () => {
  const { origin } = await service(0);
  const tiles = `${origin}/{z}/{x}/{y}.png`;
  const style = await loadService({ tiles_url: tiles }, new AbortController().signal);
  expect(style.sources).toEqual({ service: { type: 'raster', tiles: [tiles], tileSize: 256 } });
});

test('text on pins uses our own font files, whatever the service has', () => {
  expect(bundledGlyphs('https://maps.example/fonts/inter-semibold/0-255.pbf?key=k')?.url).toBe(
    `${location.origin}/basemap/glyphs/inter-semibold/0-255.pbf`,
  );
  expect(bundledGlyphs('https://maps.example/fonts/Noto Sans/0-255.pbf?key=k')).toBeUndefined();
});

test('an attribution is shown as plain text', () => {
  expect(wordsOf('<a href="javascript:alert(1)">© Maps</a> <img src=x onerror=alert(1)>')).toBe('© Maps');
});
