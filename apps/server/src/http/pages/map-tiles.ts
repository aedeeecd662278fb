import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compression, PMTiles, ResolvedValueCache, type Header, type Source } from 'pmtiles';

/** The streets of one PMTiles file. */
export interface MapTiles {
  /** Changes with the file, so that a tile can be cached forever under it. */
  version: string;
  minZoom: number;
  maxZoom: number;
  /** West, south, east, north. */
  bounds: [number, number, number, number];
  /** The attribution that the file asks to show. Empty if it asks for none. */
  attribution: string;
  isZipped: boolean;
  /** The stored bytes of a tile. Undefined if the file has none. */
  tile(z: number, x: number, y: number): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** How many directories of the file are kept in memory, a few kB each. */
const MAX_DIRECTORIES = 200;

const unzip = promisify(gunzip);

/** Opens a file whose header the settings have already checked. */
export async function openMapTiles(path: string): Promise<MapTiles> {
  const file = await open(path);
  try {
    const source = sourceOf(file, path);
    const cache = new ResolvedValueCache(MAX_DIRECTORIES, true, readable);
    const contents = new PMTiles(source, cache, readable);
    // Tiles are sent as stored, and browsers decompress them.
    const tiles = new PMTiles(source, cache, async (bytes) => bytes);
    const header = await contents.getHeader();
    const isZipped = header.tileCompression === Compression.Gzip;
    if (!isZipped && header.tileCompression !== Compression.None)
      throw new Error('its tiles are neither plain nor zipped by gzip');
    if ((await file.stat()).size < header.tileDataOffset + (header.tileDataLength ?? 0))
      throw new Error('it is shorter than it says');
    const metadata = (await contents.getMetadata()) as { attribution?: unknown } | null;
    return {
      version: await versionOf(file),
      ...frameOf(header),
      attribution: typeof metadata?.attribution === 'string' ? metadata.attribution : '',
      isZipped,
      async tile(z, x, y) {
        const tile = await tiles.getZxy(z, x, y);
        return tile && Buffer.from(tile.data);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw new Error(`MAP_TILES_FILE names ${path}, which cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function frameOf({ minZoom, maxZoom, minLon, minLat, maxLon, maxLat }: Header) {
  return { minZoom, maxZoom, bounds: [minLon, minLat, maxLon, maxLat] as [number, number, number, number] };
}

function sourceOf(file: FileHandle, path: string): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      const buffer = new ArrayBuffer(length);
      const { bytesRead } = await file.read(new Uint8Array(buffer), 0, length, offset);
      return { data: buffer.slice(0, bytesRead) };
    },
  };
}

async function readable(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return bytes;
  if (compression !== Compression.Gzip) throw new Error('its directories are neither plain nor zipped by gzip');
  const plain = await unzip(bytes);
  return new Uint8Array(plain).buffer;
}

/** A version from size, time and header, because the file may have many gigabytes. */
async function versionOf(file: FileHandle): Promise<string> {
  const { size, mtimeMs } = await file.stat();
  const beginning = Buffer.alloc(16_384);
  await file.read(beginning, 0, beginning.length, 0);
  return createHash('sha256').update(`${size} ${mtimeMs} `).update(beginning).digest('hex').slice(0, 12);
}
