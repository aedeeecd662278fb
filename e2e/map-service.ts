import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tile of one grey pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOor6//DwAFfwK+Vql3cQAAAABJRU5ErkJggg==',
  'base64',
);

export interface MapService {
  origin: string;
  /** The requested paths, oldest first. */
  asked: string[];
  /**
   * How many of the next requests for the style are answered with 503. Tiles do not count, because an earlier page may
   * still ask for them.
   */
  failures: number;
  close(): void;
}

/** Starts a map service at another origin: a style with raster tiles, both protected by a key. */
export async function startMapService(): Promise<MapService> {
  const service = { origin: '', asked: [] as string[], failures: 0, close: () => void server.close() };
  const server = createServer(({ url = '' }, reply) => {
    service.asked.push(url);
    reply.setHeader('access-control-allow-origin', '*');
    const isStyle = url.startsWith('/style.json');
    if (isStyle && service.failures > 0) {
      service.failures -= 1;
      reply.writeHead(503).end();
    } else if (!url.endsWith('key=k1')) {
      reply.writeHead(403).end();
    } else if (isStyle) {
      const tiles = [`${service.origin}/{z}/{x}/{y}.png?key=k1`];
      const theirs = { type: 'raster', tiles, tileSize: 256, attribution: '<b>© Their maps</b>' };
      const layers = [{ id: 'theirs', type: 'raster', source: 'theirs' }];
      reply
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ version: 8, sources: { theirs }, layers }));
    } else {
      reply.setHeader('content-type', 'image/png').end(TILE);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
