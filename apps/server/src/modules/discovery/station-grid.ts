import type { PinState } from '@bijli/contract/pin-state';
import type { StationCluster } from '@bijli/contract/stations';
import { isInside, type MapWindow } from './station-query.ts';
import { Tally } from './tally.ts';

/** Something at a place; its place never changes. */
interface Placed {
  station: { latitude: number; longitude: number };
}

type Middle = Placed['station'];

/** Squares are halved this often in each direction: the smallest is 600 m wide. */
const MAX_DEPTH = 16;
/** A square with so few is looked through rather than divided further. */
const MAX_UNSPLIT = 32;
/** Clusters side by side in a window, whatever zoom is asked for: more than any screen is wide. */
const MAX_ACROSS = 128;
const INDEX = 2 ** 21;

/**
 * Places in the order of a quadtree (Morton order): whatever lies in one of its squares, of any size, stands side by side.
 * So counting a square is two look-ups, however much is in it, and a window costs what it shows and not what the network has.
 */
export class StationGrid<T extends Placed> {
  readonly #stateOf: (one: T) => PinState;
  readonly #ordered: T[] = [];
  readonly #codes: Uint32Array;
  /** Sums of all before: a range's sum is a difference. */
  readonly #latitudes: Float64Array;
  readonly #longitudes: Float64Array;
  readonly #counts: Record<'free' | 'busy', Tally>;
  readonly #free = new Set<T>();

  constructor(all: readonly T[], stateOf: (one: T) => PinState) {
    this.#stateOf = stateOf;
    const keys = Float64Array.from(all, (one, index) => codeOf(one.station) * INDEX + index).toSorted();
    this.#codes = Uint32Array.from(keys, (key) => Math.floor(key / INDEX));
    this.#latitudes = new Float64Array(all.length + 1);
    this.#longitudes = new Float64Array(all.length + 1);
    this.#counts = { free: new Tally(all.length), busy: new Tally(all.length) };
    keys.forEach((key, index) => {
      const one = all[key % INDEX];
      if (!one) return;
      this.#ordered.push(one);
      this.#latitudes[index + 1] = (this.#latitudes[index] ?? 0) + one.station.latitude;
      this.#longitudes[index + 1] = (this.#longitudes[index] ?? 0) + one.station.longitude;
      this.#count(one, index, stateOf(one), 1);
    });
  }

  /** Its pin looks otherwise now. */
  changeState(one: T, from: PinState, to: PinState): void {
    if (from === to) return;
    let index = this.#firstOf(codeOf(one.station), 0, this.#ordered.length);
    while (this.#ordered[index] !== one) index += 1;
    this.#count(one, index, from, -1);
    this.#count(one, index, to, 1);
  }

  /** Everything inside a window, in no order. */
  *inside(window: MapWindow): Generator<T> {
    for (const { from, to, isWhole } of this.#squares(window, MAX_DEPTH)) {
      for (let index = from; index < to; index += 1) {
        const one = this.#ordered[index];
        if (one && (isWhole || isInside(window, one.station))) yield one;
      }
    }
  }

  /** Up to so many inside the window: those with a free connector, then the others, each the nearest to its middle first. */
  best(window: MapWindow, count: number): T[] {
    const middle = middleOf(window);
    const free = nearestOf(this.#free, window, middle, count);
    if (free.length === count) return free;
    const known = new Set(free);
    const others = this.#nearest(window, middle, count + free.length).filter((one) => !known.has(one));
    return [...free, ...others.slice(0, count - free.length)];
  }

  /** The same of those that suit. */
  bestOf(among: readonly T[], window: MapWindow, count: number): T[] {
    const middle = middleOf(window);
    const free = among.filter((one) => this.#free.has(one));
    const others = among.filter((one) => !this.#free.has(one));
    return [free, others].flatMap((some) => nearestOf(some, window, middle, count)).slice(0, count);
  }

  /** What lies in the window, in clusters as fine as the zoom asks for; squares at its edge are counted whole. */
  clusters(window: MapWindow, zoom: number): StationCluster[] {
    const found: StationCluster[] = [];
    for (const { from, to } of this.#squares(window, depthOf(zoom, window), 0)) {
      const free = this.#counts.free.between(from, to);
      const busy = this.#counts.busy.between(from, to);
      const latitudes = (this.#latitudes[to] ?? 0) - (this.#latitudes[from] ?? 0);
      const longitudes = (this.#longitudes[to] ?? 0) - (this.#longitudes[from] ?? 0);
      found.push(clusterOf({ free, busy, offline: to - from - free - busy, latitudes, longitudes }));
    }
    return found;
  }

  /** The same of those that suit: nobody has counted them before. */
  clustersOf(among: Iterable<T>, window: MapWindow, zoom: number): StationCluster[] {
    const shift = 4 ** (MAX_DEPTH - depthOf(zoom, window));
    const cells = new Map<number, Cell>();
    for (const one of among) {
      const key = Math.floor(codeOf(one.station) / shift);
      let cell = cells.get(key);
      if (!cell) cells.set(key, (cell = { free: 0, busy: 0, offline: 0, latitudes: 0, longitudes: 0 }));
      cell[this.#stateOf(one)] += 1;
      cell.latitudes += one.station.latitude;
      cell.longitudes += one.station.longitude;
    }
    return [...cells.values()].map(clusterOf);
  }

  #count(one: T, index: number, state: PinState, by: 1 | -1): void {
    if (state === 'offline') return;
    this.#counts[state].add(index, by);
    if (state !== 'free') return;
    if (by === 1) this.#free.add(one);
    else this.#free.delete(one);
  }

  /** Looks into the nearest square first, so that what is far off is never looked at. */
  #nearest(window: MapWindow, middle: Middle, count: number): T[] {
    const found: T[] = [];
    const ahead: { far: number; square?: Square; one?: T }[] = [{ far: 0, square: this.#root }];
    while (ahead.length > 0 && found.length < count) {
      let next = 0;
      for (let index = 1; index < ahead.length; index += 1) {
        if ((ahead[index]?.far ?? Infinity) < (ahead[next]?.far ?? Infinity)) next = index;
      }
      const { square, one } = ahead[next] ?? {};
      const last = ahead.pop();
      if (last && next < ahead.length) ahead[next] = last;
      if (one) found.push(one);
      if (!square) continue;
      if (square.depth < MAX_DEPTH && square.to - square.from > MAX_UNSPLIT) {
        for (const child of this.#quarters(square)) {
          const edges = edgesOf(child);
          if (child.from < child.to && touches(edges, window))
            ahead.push({ far: farOf(nearestIn(edges, middle), middle), square: child });
        }
      } else {
        for (const each of this.#ordered.slice(square.from, square.to)) {
          if (isInside(window, each.station)) ahead.push({ far: farOf(each.station, middle), one: each });
        }
      }
    }
    return found;
  }

  /** The occupied squares that a window touches, down to a depth; small ones are not divided. */
  #squares(window: MapWindow, deepest: number, few = MAX_UNSPLIT): (Square & { isWhole: boolean })[] {
    const found: (Square & { isWhole: boolean })[] = [];
    const visit = (square: Square): void => {
      const edges = edgesOf(square);
      if (square.from === square.to || !touches(edges, window)) return;
      const isWhole =
        edges.west >= window.west &&
        edges.east <= window.east &&
        edges.south >= window.south &&
        edges.north <= window.north;
      const isEnough = square.depth === deepest || square.to - square.from <= few || (isWhole && few > 0);
      if (isEnough) found.push({ ...square, isWhole });
      else this.#quarters(square).forEach(visit);
    };
    visit(this.#root);
    return found;
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

  /** The first place between the two whose code is not below this one. */
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

/** One of the quadtree, and the places of what lies in it. */
interface Square {
  code: number;
  x: number;
  y: number;
  depth: number;
  from: number;
  to: number;
}

interface Cell {
  free: number;
  busy: number;
  offline: number;
  latitudes: number;
  longitudes: number;
}

/** A cluster stands in the middle of what it holds. Four decimals are ten metres. */
function clusterOf({ free, busy, offline, latitudes, longitudes }: Cell): StationCluster {
  const count = free + busy + offline;
  const mean = (sum: number): number => Math.round((sum / count) * 1e4) / 1e4;
  return { latitude: mean(latitudes), longitude: mean(longitudes), free, busy, offline };
}

/** A cluster's square is a quarter of a tile of 256 px wide, or more where a window is wider than screens are. */
function depthOf(zoom: number, { west, south, east, north }: MapWindow): number {
  const degrees = Math.max(east - west, north - south);
  const finest = Math.floor(Math.log2((MAX_ACROSS * 360) / degrees));
  return Math.min(MAX_DEPTH, zoom + 2, finest);
}

/** The smallest square of a place: the bits of its column and of its row in turn. */
function codeOf({ latitude, longitude }: Middle): number {
  const max = 2 ** MAX_DEPTH;
  const column = Math.min(max - 1, Math.floor(((longitude + 180) / 360) * max));
  const row = Math.floor(((latitude + 90) / 360) * max);
  return (spaced(column) | (spaced(row) << 1)) >>> 0;
}

/** Sixteen bits with a gap after each. */
function spaced(number: number): number {
  let bits = number;
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

function middleOf({ west, south, east, north }: MapWindow): Middle {
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

function edgesOf({ x, y, depth }: Square): MapWindow {
  const degrees = 360 / 2 ** depth;
  const [west, south] = [x * degrees - 180, y * degrees - 90];
  return { west, south, east: west + degrees, north: south + degrees };
}

function touches(edges: MapWindow, window: MapWindow): boolean {
  return (
    edges.west <= window.east && edges.east >= window.west && edges.south <= window.north && edges.north >= window.south
  );
}

/** The point of a square that is nearest to another. */
function nearestIn({ west, south, east, north }: MapWindow, { latitude, longitude }: Middle): Middle {
  return {
    latitude: Math.max(south, Math.min(north, latitude)),
    longitude: Math.max(west, Math.min(east, longitude)),
  };
}

/** On the flat: exact distance is not worth its price for an order. */
function farOf({ latitude, longitude }: Middle, from: Middle): number {
  const stretch = Math.cos((from.latitude * Math.PI) / 180);
  return (latitude - from.latitude) ** 2 + ((longitude - from.longitude) * stretch) ** 2;
}

/** The nearest so many of those inside the window; only these are put in order. */
function nearestOf<T extends Placed>(among: Iterable<T>, window: MapWindow, middle: Middle, count: number): T[] {
  const kept: { one: T; far: number }[] = [];
  for (const one of among) {
    if (!isInside(window, one.station)) continue;
    const far = farOf(one.station, middle);
    if (kept.length === count && far >= (kept.at(-1)?.far ?? 0)) continue;
    const index = kept.findIndex((other) => other.far > far);
    kept.splice(index === -1 ? kept.length : index, 0, { one, far });
    if (kept.length > count) kept.pop();
  }
  return kept.map(({ one }) => one);
}
