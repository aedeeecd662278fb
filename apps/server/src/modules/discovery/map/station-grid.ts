import { type Bounds, contains, type Coordinates, encloses } from '@bijli/contract/geo';
import type { PinState } from '@bijli/contract/pin-state';
import type { StationCluster } from '@bijli/contract/stations';
import { Smallest } from '../list/smallest.ts';
import type { StationColumns } from '../list/station-columns.ts';
import { FenwickTree } from './fenwick-tree.ts';
import { edgesOf, squaredDistance, middleOf, nearestIn, type Square, overlaps } from './grid-squares.ts';

/** Squares are halved this often in each direction. The smallest is 600 m wide. */
const MAX_DEPTH = 16;
/** A square with at most this many stations is scanned instead of divided. */
const MAX_UNSPLIT = 32;
/** Maximum number of clusters side by side, at any zoom. No screen shows more. */
const MAX_ACROSS = 128;
const INDEX = 2 ** 21;

/**
 * Stations in the order of a quadtree (Morton order), in which the stations of any square are adjacent. So counting a
 * square takes two look-ups, and the cost of a window depends on what it shows, not on the size of the network.
 */
export class StationGrid {
  readonly #stations: StationColumns;
  readonly #ordered: Uint32Array;
  readonly #codes: Uint32Array;
  /** Prefix sums of the public stations: the sum of a range is a difference. */
  readonly #publics: Uint32Array;
  readonly #latitudes: Float64Array;
  readonly #longitudes: Float64Array;
  readonly #counts: Record<'free' | 'busy', FenwickTree>;

  constructor(stations: StationColumns) {
    const { count, latitudes, longitudes } = stations;
    this.#stations = stations;
    const keys = new Float64Array(count);
    for (let station = 0; station < count; station += 1) keys[station] = this.#codeOf(station) * INDEX + station;
    keys.sort();
    this.#codes = new Uint32Array(count);
    this.#ordered = new Uint32Array(count);
    this.#publics = new Uint32Array(count + 1);
    this.#latitudes = new Float64Array(count + 1);
    this.#longitudes = new Float64Array(count + 1);
    this.#counts = { free: new FenwickTree(count), busy: new FenwickTree(count) };
    for (let index = 0; index < count; index += 1) {
      const key = keys[index] ?? 0;
      const station = key % INDEX;
      this.#codes[index] = Math.floor(key / INDEX);
      this.#ordered[index] = station;
      const isPublic = !stations.isCaptive(station);
      this.#publics[index + 1] = (this.#publics[index] ?? 0) + Number(isPublic);
      this.#latitudes[index + 1] = (this.#latitudes[index] ?? 0) + (isPublic ? (latitudes[station] ?? 0) : 0);
      this.#longitudes[index + 1] = (this.#longitudes[index] ?? 0) + (isPublic ? (longitudes[station] ?? 0) : 0);
      if (isPublic) this.#count(index, stations.stateOf(station), 1);
    }
  }

  /** Updates the counts after a pin has changed. */
  changeState(station: number, from: PinState, to: PinState): void {
    if (from === to || this.#stations.isCaptive(station)) return;
    const code = this.#codeOf(station);
    const beginning = this.#firstOf(code, 0, this.#ordered.length);
    const end = this.#firstOf(code + 1, beginning, this.#ordered.length);
    const index = this.#ordered.indexOf(station, beginning);
    if (index === -1 || index >= end) return;
    this.#count(index, from, -1);
    this.#count(index, to, 1);
  }

  /** Stations inside a window that match, unordered, at most one more than `max`. */
  inside(window: Bounds, max = Infinity, matches?: (station: number) => boolean): number[] {
    const stations: number[] = [];
    this.#eachSquare(window, MAX_DEPTH, MAX_UNSPLIT, ({ from, to }, isWhole) => {
      for (let index = from; index < to && stations.length <= max; index += 1) {
        const station = this.#ordered[index] ?? 0;
        if (!isWhole && !this.#isInside(window, station)) continue;
        if (!matches || matches(station)) stations.push(station);
      }
      return stations.length <= max;
    });
    return stations;
  }

  /**
   * At most `count` stations inside the window: those with a free connector for everybody, then the others, each
   * nearest to its middle first.
   */
  best(window: Bounds, count: number): number[] {
    const free = this.#nearest(window, count, true);
    return free.length === count ? free : [...free, ...this.#nearest(window, count - free.length, false)];
  }

  /** Like `best`, of these stations. */
  bestOf(
    among: readonly number[],
    { window, count, isFree }: { window: Bounds; count: number; isFree: IsFree },
  ): number[] {
    const middle = middleOf(window);
    const [free, others] = [true, false].map((isWanted) => {
      const nearest = new Smallest<{ station: number; far: number }>(count, (a, b) => a.far - b.far);
      for (const station of among) {
        const isForAll = isFree(station) && !this.#stations.isCaptive(station);
        if (isForAll === isWanted) nearest.add({ station, far: squaredDistance(this.#placeOf(station), middle) });
      }
      return nearest.sorted.map(({ station }) => station);
    });
    return [...(free ?? []), ...(others ?? [])].slice(0, count);
  }

  /**
   * Clusters of the public stations in the window, as fine as the zoom. Squares at its edge are counted whole. Captive
   * stations are of no use to most drivers.
   */
  clusters(window: Bounds, zoom: number): StationCluster[] {
    const clusters: StationCluster[] = [];
    this.#eachSquare(window, depthOf(zoom, window), 0, ({ from, to }) => {
      const publics = (this.#publics[to] ?? 0) - (this.#publics[from] ?? 0);
      if (publics === 0) return true;
      const free = this.#counts.free.between(from, to);
      const busy = this.#counts.busy.between(from, to);
      const latitudes = (this.#latitudes[to] ?? 0) - (this.#latitudes[from] ?? 0);
      const longitudes = (this.#longitudes[to] ?? 0) - (this.#longitudes[from] ?? 0);
      clusters.push(clusterOf({ free, busy, offline: publics - free - busy, latitudes, longitudes }));
      return true;
    });
    return clusters;
  }

  /** Like `clusters`, of exactly these stations, which must be counted one by one. */
  clustersOf(
    among: Iterable<number>,
    { window, zoom, isFree }: { window: Bounds; zoom: number; isFree: IsFree },
  ): StationCluster[] {
    const shift = 4 ** (MAX_DEPTH - depthOf(zoom, window));
    const cells = new Map<number, Cell>();
    for (const station of among) {
      const key = Math.floor(this.#codeOf(station) / shift);
      let cell = cells.get(key);
      if (!cell) cells.set(key, (cell = { free: 0, busy: 0, offline: 0, latitudes: 0, longitudes: 0 }));
      const state = this.#stations.stateOf(station);
      cell[state === 'free' && !isFree(station) ? 'busy' : state] += 1;
      cell.latitudes += this.#stations.latitudes[station] ?? 0;
      cell.longitudes += this.#stations.longitudes[station] ?? 0;
    }
    return [...cells.values()].map(clusterOf);
  }

  #count(index: number, state: PinState, by: 1 | -1): void {
    if (state !== 'offline') this.#counts[state].add(index, by);
  }

  /**
   * The nearest stations with a free connector, or without one. Searches the nearest square first, so that distant ones
   * are never read.
   */
  #nearest(window: Bounds, count: number, isFree: boolean): number[] {
    const middle = middleOf(window);
    const nearest = new Smallest<{ station: number; far: number }>(count, (a, b) => a.far - b.far);
    const ahead = [{ far: 0, square: this.#root }];
    while (ahead.length > 0) {
      const next = ahead.reduce((least, { far }, index) => (far < (ahead[least]?.far ?? Infinity) ? index : least), 0);
      const [closest] = ahead.splice(next, 1);
      if (!closest || closest.far >= (nearest.largestKept?.far ?? Infinity)) break;
      const { square } = closest;
      if (square.depth < MAX_DEPTH && square.to - square.from > MAX_UNSPLIT) {
        for (const child of this.#quarters(square)) {
          const edges = edgesOf(child);
          if (overlaps(edges, window) && this.#has(child, isFree))
            ahead.push({ far: squaredDistance(nearestIn(edges, middle), middle), square: child });
        }
      } else {
        for (const station of this.#ordered.subarray(square.from, square.to)) {
          if (this.#isFree(station) === isFree && this.#isInside(window, station))
            nearest.add({ station, far: squaredDistance(this.#placeOf(station), middle) });
        }
      }
    }
    return nearest.sorted.map(({ station }) => station);
  }

  #has({ from, to }: Square, isFree: boolean): boolean {
    const free = this.#counts.free.between(from, to);
    return (isFree ? free : to - from - free) > 0;
  }

  /**
   * Calls `use` with each occupied square that the window touches, down to a depth, until it returns false. A square
   * with at most `few` stations is not divided. Unless `few` is 0, a square that is inside the window is not divided
   * either.
   */
  #eachSquare(window: Bounds, deepest: number, few: number, use: (square: Square, isWhole: boolean) => boolean): void {
    // Level by level: so a window with too many stations has them after a few large squares, and none at its edge was
    // looked at.
    const squares = [this.#root];
    for (const square of squares) {
      const edges = edgesOf(square);
      if (square.from === square.to || !overlaps(edges, window)) continue;
      const isWhole = encloses(window, edges);
      const isEnough = square.depth === deepest || square.to - square.from <= few || (isWhole && few > 0);
      if (!isEnough) squares.push(...this.#quarters(square));
      else if (!use(square, isWhole)) return;
    }
  }

  /** Free for everybody. */
  #isFree(station: number): boolean {
    return this.#stations.isFree(station) && !this.#stations.isCaptive(station);
  }

  #placeOf(station: number): Coordinates {
    return { latitude: this.#stations.latitudes[station] ?? 0, longitude: this.#stations.longitudes[station] ?? 0 };
  }

  #isInside(window: Bounds, station: number): boolean {
    return contains(window, this.#placeOf(station));
  }

  #codeOf(station: number): number {
    return codeOf(this.#placeOf(station));
  }

  get #root(): Square {
    return { code: 0, x: 0, y: 0, depth: 0, from: 0, to: this.#ordered.length };
  }

  #quarters({ code, x, y, depth, from, to }: Square): Square[] {
    const width = 4 ** (MAX_DEPTH - depth - 1);
    let begin = from;
    return [0, 1, 2, 3].map((child) => {
      const own = code * 4 + child;
      const end = child === 3 ? to : this.#firstOf((own + 1) * width, begin, to);
      const quarter = {
        code: own,
        x: x * 2 + (child % 2),
        y: y * 2 + (child >> 1),
        depth: depth + 1,
        from: begin,
        to: end,
      };
      begin = end;
      return quarter;
    });
  }

  /** The first position in a range whose code is not below this one. */
  #firstOf(code: number, from: number, to: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#codes[middle] ?? 0) < code) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Tells whether a station is free now, for the connector types that somebody wants. */
type IsFree = (station: number) => boolean;

interface Cell {
  free: number;
  busy: number;
  offline: number;
  latitudes: number;
  longitudes: number;
}

/** A cluster is placed at the mean of its stations. Four decimals are about ten metres. */
function clusterOf({ free, busy, offline, latitudes, longitudes }: Cell): StationCluster {
  const count = free + busy + offline;
  const mean = (sum: number): number => Math.round((sum / count) * 1e4) / 1e4;
  return { latitude: mean(latitudes), longitude: mean(longitudes), free, busy, offline };
}

/** A cluster's square is a quarter of a 256 px tile, or more if the window is wider than a screen. */
function depthOf(zoom: number, { west, south, east, north }: Bounds): number {
  const degrees = Math.max(east - west, north - south);
  const finest = Math.floor(Math.log2((MAX_ACROSS * 360) / degrees));
  return Math.min(MAX_DEPTH, zoom + 2, finest);
}

/** The code of a position's smallest square: the bits of its column and row interleaved. */
function codeOf({ latitude, longitude }: Coordinates): number {
  const max = 2 ** MAX_DEPTH;
  const column = Math.min(max - 1, Math.floor(((longitude + 180) / 360) * max));
  const row = Math.floor(((latitude + 90) / 360) * max);
  return (spaced(column) | (spaced(row) << 1)) >>> 0;
}

/** Puts a zero bit after each of sixteen bits. */
function spaced(number: number): number {
  let bits = number;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
