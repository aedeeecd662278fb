import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { MapTiles } from './map-tiles.ts';

const unzip = promisify(gunzip);
const FOR_GOOD = 'public, max-age=31536000, immutable';

interface TileParams {
  version: string;
  z: string;
  x: string;
  y: string;
}

/**
 * Serves the streets of our own file as plain vector tiles. Every browser and cache can store those, and the app
 * requests them like those of a map service.
 */
export function mapTilesRoutes(app: FastifyInstance, tiles: MapTiles): void {
  const { version, minZoom, maxZoom, bounds, attribution } = tiles;
  const tileJson = JSON.stringify({
    tilejson: '3.0.0',
    tiles: [`/map-tiles/${version}/{z}/{x}/{y}.pbf`],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds,
    attribution,
  });
  app.get('/map-tiles.json', { config: { limit: 'file' } }, (_request, reply) =>
    reply.type('application/json').header('cache-control', 'no-cache').send(tileJson),
  );
  app.get<{ Params: TileParams }>(
    '/map-tiles/:version/:z/:x/:y.pbf',
    { config: { limit: 'file' } },
    async (request, reply) => {
      const place = placeOf(request.params, maxZoom);
      if (request.params.version !== version || !place) return reply.callNotFound();
      const tile = await tiles.tile(...place);
      reply.header('cache-control', FOR_GOOD).header('vary', 'accept-encoding');
      if (!tile) return reply.code(204).send();
      reply.type('application/vnd.mapbox-vector-tile');
      if (!tiles.isZipped) return reply.send(tile);
      const takesZipped = String(request.headers['accept-encoding'] ?? '').includes('gzip');
      return takesZipped ? reply.header('content-encoding', 'gzip').send(tile) : reply.send(await unzip(tile));
    },
  );
}

/** Zoom, column and row. Undefined if there is no such tile. */
function placeOf({ z, x, y }: TileParams, maxZoom: number): [number, number, number] | undefined {
  const place = [z, x, y].map((text) => (/^\d{1,8}$/.test(text) ? Number(text) : -1)) as [number, number, number];
  const [zoom, ...spot] = place;
  const isThere = zoom >= 0 && zoom <= maxZoom && spot.every((tile) => tile >= 0 && tile < 2 ** zoom);
  return isThere ? place : undefined;
}
