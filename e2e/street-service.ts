import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { inventedTown } from './invented-town.ts';

const MAX_ZOOM = 14;

let layers: Record<string, GeoJSONVT> | undefined;

/** A vector tile of the invented town; undefined where there is nothing. */
export function townTile(z: number, x: number, y: number): Buffer | undefined {
  layers ??= Object.fromEntries(
    Object.entries(inventedTown()).map(([name, data]) => [
      name,
      new GeoJSONVT(data, { maxZoom: MAX_ZOOM, buffer: 64 }),
    ]),
  );
  const found = Object.entries(layers).flatMap(([name, index]) => {
    const tile = index.getTile(z, x, y);
    return tile ? [[name, tile] as const] : [];
  });
  return found.length === 0 ? undefined : Buffer.from(fromGeojsonVt(Object.fromEntries(found), { version: 2 }));
}

export interface StreetService {
  origin: string;
  /** The address of its TileJSON. */
  url: string;
  /** The requested paths, oldest first. */
  asked: string[];
  /** If true, tiles are answered with 503 from now on. */
  isDead: boolean;
  /** How many of the next requests for the TileJSON are answered with 503. */
  failures: number;
  close(): void;
}

/** Starts a service without a key at another origin, with the streets of an invented town. */
export async function startStreetService(): Promise<StreetService> {
  const service = {
    origin: '',
    url: '',
    asked: [] as string[],
    isDead: false,
    failures: 0,
    close: () => void server.close(),
  };
  const server = createServer(({ url = '' }, reply) => {
    service.asked.push(url);
    reply.setHeader('access-control-allow-origin', '*');
    if (url === '/planet') {
      service.failures -= 1;
      if (service.failures >= 0) return reply.writeHead(503).end();
      const tileJson = {
        tilejson: '3.0.0',
        tiles: [`${service.origin}/{z}/{x}/{y}.pbf`],
        minzoom: 0,
        maxzoom: MAX_ZOOM,
      };
      return reply
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ ...tileJson, attribution: '<a href="#">© Invented Streets</a>' }));
    }
    const [z = 0, x = 0, y = 0] = url.match(/\d+/g)?.map(Number) ?? [];
    if (service.isDead) return reply.writeHead(503).end();
    const tile = townTile(z, x, y);
    if (!tile) return reply.writeHead(204).end();
    return reply
      .setHeader('content-type', 'application/vnd.mapbox-vector-tile')
      .setHeader('content-encoding', 'gzip')
      .end(gzipSync(tile, { level: 1 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service.url = `${service.origin}/planet`;
  return service;
}
