import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One grey pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOor6//DwAFfwK+Vql3cQAAAABJRU5ErkJggg==',
  'base64',
);

export interface MapService {
  origin: string;
  /** Paths asked for, oldest first. */
  asked: string[];
  /** How many askings of the style from now on are answered 503; a tile that an earlier page asks for late is none. */
  failures: number;
  close(): void;
}

/** A map service of another origin: a style with raster tiles, both behind a key. */
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
