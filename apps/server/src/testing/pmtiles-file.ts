import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

export interface TileInFile {
  z: number;
  x: number;
  y: number;
  /** The tile before compression. */
  data: Uint8Array;
}

const HEADER_BYTES = 127;
const ZIPPED = 2;
const WORLD = { west: -180, south: -85, east: 180, north: 85 };

/** Writes a small PMTiles file of version 3 with one directory. The `kind` of vector tiles is 1. */
export function writePmtiles(path: string, tiles: TileInFile[], { attribution = '', kind = 1 } = {}): void {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y), zipped: gzipSync(tile.data) }))
    .toSorted((a, b) => a.id - b.id);
  const directory = gzipSync(directoryOf(sorted));
  const metadata = gzipSync(JSON.stringify({ attribution }));
  const data = Buffer.concat(sorted.map(({ zipped }) => zipped));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const metadataAt = HEADER_BYTES + directory.length;
  const dataAt = metadataAt + metadata.length;
  const places = [HEADER_BYTES, directory.length, metadataAt, metadata.length, dataAt, 0, dataAt, data.length];
  const counts = [tiles.length, tiles.length, tiles.length];
  for (const [index, value] of [...places, ...counts].entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
  const zooms = tiles.map(({ z }) => z);
  // In order: clustered, the compression of directories and of tiles, the type of tiles, and the range of zooms.
  header.set([1, ZIPPED, ZIPPED, kind, Math.min(...zooms), Math.max(...zooms)], 96);
  for (const [index, degrees] of [WORLD.west, WORLD.south, WORLD.east, WORLD.north].entries())
    header.writeInt32LE(degrees * 1e7, 102 + 4 * index);
  writeFileSync(path, Buffer.concat([header, directory, metadata, data]));
}

/**
 * In the order of the format: the number of tiles, then the differences of ids, the run lengths, the lengths and the
 * offsets.
 */
function directoryOf(tiles: { id: number; zipped: Buffer }[]): Buffer {
  const steps = tiles.map(({ id }, index) => id - (tiles[index - 1]?.id ?? 0));
  const lengths = tiles.map(({ zipped }) => zipped.length);
  // An offset of 0 means that the tile follows the one before; other offsets are stored plus one.
  const places = tiles.map((_, index) => (index === 0 ? 1 : 0));
  return Buffer.from([tiles.length, ...steps, ...tiles.map(() => 1), ...lengths, ...places].flatMap(varint));
}

function varint(value: number): number[] {
  const bytes = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}
