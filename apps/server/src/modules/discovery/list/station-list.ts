import type { Bounds } from '@bijli/contract/geo';
import { pinState } from '@bijli/contract/pin-state';
import type { Station, StationCluster } from '@bijli/contract/stations';
import { ReadyBody } from '#http/calls/ready-body.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { availabilityOnWire, type CountedAvailability } from '#modules/availability/index.ts';
import type { NextFree } from '../expected-ends/next-free.ts';
import { StationGrid } from '../map/station-grid.ts';
import type { Gazetteer } from '../search/places.ts';
import { StationSearchIndex } from '../search/station-search-index.ts';
import { isFuzzyMatch } from '../search/word-index.ts';
import type { ReadNetwork } from './network-builder.ts';
import { Smallest } from './smallest.ts';
import type { StationColumns } from './station-columns.ts';
import { freeTypes, optionsOfNetwork, type AlikeStations, type FilterContext } from './station-filter.ts';
import { StationJson } from './station-json.ts';

/** The JSON is stored in chunks of this many stations. A change rewrites one chunk, and the others are copied. */
const CHUNK_SIZE = 500;
/** A larger network is written anew for each answer with all stations. */
const MAX_CHUNKS_KEPT = 40;
/** A window with more stations than this is answered with clusters … */
const MAX_IN_WINDOW = 400;
/** … and this many single stations, for the cards below the map. */
const STATIONS_BESIDE_CLUSTERS = 40;
/** Bytes of cached answers for windows, until something changes. */
const MAX_KEPT_BYTES = 32 * 2 ** 20;

/** Every station in use, in memory, ready to be sent. */
export class StationList {
  readonly #network: ReadNetwork;
  readonly #stations: StationColumns;
  readonly #json: StationJson;
  #grid: StationGrid | undefined;
  readonly #chunks: (Buffer | undefined)[] = [];
  readonly #windows = new Map<string, ReadyBody>();
  #keptBytes = 0;
  #writtenMinute: number;
  #bodyOfAll: ReadyBody | undefined;
  #searchIndex: Promise<StationSearchIndex> | undefined;
  #options: ReturnType<typeof optionsOfNetwork> | undefined;
  /** Places, with or without a station. */
  readonly gazetteer: Gazetteer;

  constructor(network: ReadNetwork, now: Date, gazetteer: Gazetteer) {
    this.#network = network;
    this.#stations = network.stations;
    this.#json = new StationJson(network);
    this.gazetteer = gazetteer;
    this.#writtenMinute = minuteOf(now);
    for (let station = 0; station < this.#stations.count; station += 1) this.#keepHours(station);
  }

  get(stationId: string): Station | undefined {
    const station = this.#network.texts.find(stationId);
    return station === undefined ? undefined : this.#json.read(station);
  }

  /** Sets a station's availability. Returns false if the station is not in the list. */
  setAvailability(stationId: string, availability: CountedAvailability): boolean {
    const station = this.#network.texts.find(stationId);
    if (station === undefined) return false;
    const state = pinState(availabilityOnWire(stationId, availability));
    this.#repin(station, () => this.#stations.setState(station, state));
    this.#network.kinds.setFreeTypes(station, availability);
    this.#json.setAvailability(station, availability);
    this.#changed(station);
    return true;
  }

  /** Sets a station's average rating. Undefined removes it. */
  setAverageRating(stationId: string, averageRating: number | undefined): void {
    const station = this.#network.texts.find(stationId);
    if (station === undefined) return;
    this.#stations.averageRatings[station] = averageRating ?? Number.NaN;
    this.#changed(station);
  }

  /** True if all plugs of some kind are occupied there. */
  isKindOccupied(stationId: string): boolean {
    return this.get(stationId)?.plugs?.some(({ free }) => free === 0) ?? false;
  }

  /** Sets when the first plug of each occupied kind is expected to be free. Other stations lose theirs. */
  setNextFree(first: ReadonlyMap<string, readonly NextFree[]>): void {
    const endsOf = new Map<number, readonly NextFree[]>();
    for (const [stationId, ends] of first) {
      const station = this.#network.texts.find(stationId);
      if (station !== undefined) endsOf.set(station, ends);
    }
    for (const station of new Set([...this.#json.withKnownEnds(), ...endsOf.keys()])) {
      if (this.#json.setNextFree(station, endsOf.get(station) ?? [])) this.#changed(station);
    }
  }

  /** Updates what depends on the hour, at most once a minute. */
  updateHour(now: Date): void {
    const minute = minuteOf(now);
    if (minute === this.#writtenMinute) return;
    this.#writtenMinute = minute;
    const changed = this.#network.offers.updateHour(now);
    if (changed.size === 0) return;
    const { kinds } = this.#network;
    for (let station = 0; station < this.#stations.count; station += 1) {
      if (!changed.has(kinds.all[this.#stations.kinds[station] ?? 0]?.offer ?? -1)) continue;
      this.#repin(station, () => this.#keepHours(station));
      this.#changed(station);
    }
  }

  #keepHours(station: number): void {
    this.#stations.setClosed(station, this.#network.kinds.offerOf(station)?.hourly.open_now === false);
  }

  /** Runs a change that may alter a pin, and updates the counts. */
  #repin(station: number, change: () => void): void {
    const before = this.#stations.stateOf(station);
    change();
    this.#grid?.changeState(station, before, this.#stations.stateOf(station));
  }

  /** The answer with every station. The same object until something changes. */
  bodyOfAll(): ReadyBody {
    if (this.#bodyOfAll) return this.#bodyOfAll;
    const count = Math.ceil(this.#stations.count / CHUNK_SIZE);
    const body = bodyOf(Array.from({ length: count }, (_, chunk) => this.#chunks[chunk] ?? this.#writeChunk(chunk)));
    if (count <= MAX_CHUNKS_KEPT) this.#bodyOfAll = body;
    else this.#chunks.length = 0;
    return body;
  }

  /** The answer with the matching stations, inside a window if one is given. */
  matching(context: FilterContext, window?: Bounds): ReadyBody {
    const matches = this.#network.kinds.matching(context);
    const stations = window ? this.#openGrid().inside(window, Infinity, matches) : this.all().filter(matches);
    return bodyOf(this.#json.of(stations));
  }

  /** The answer for a map: the matching stations inside the window or, if there are too many, clusters. */
  forMap(window: Bounds, zoom: number, context?: FilterContext): ReadyBody {
    if (context) return this.#mapBody(window, zoom, context);
    const key = [window.west, window.south, window.east, window.north, zoom].join();
    const known = this.#windows.get(key);
    if (known) return known;
    const body = this.#mapBody(window, zoom);
    if (this.#keptBytes + body.bytes > MAX_KEPT_BYTES) this.#forgetWindows();
    this.#windows.set(key, body);
    this.#keptBytes += body.bytes;
    return body;
  }

  #mapBody(window: Bounds, zoom: number, context?: FilterContext): ReadyBody {
    const grid = this.#openGrid();
    const matches = context && this.#network.kinds.matching(context);
    // Without a filter the clusters are counted already.
    const stations = grid.inside(window, matches ? Infinity : MAX_IN_WINDOW, matches);
    if (stations.length <= MAX_IN_WINDOW) return bodyOf(this.#json.of(stations), { total: stations.length });
    const isFree = this.#network.kinds.freeFor(context ? freeTypes(context) : []);
    const counted = context ? [] : grid.clusters(window, zoom);
    // Where all stations are captive, they are counted.
    const clusters =
      counted.length > 0
        ? counted
        : grid.clustersOf(this.#publicOf(matches ? stations : grid.inside(window)), { window, zoom, isFree });
    const total = clusters.reduce((sum, { free, busy, offline }) => sum + free + busy + offline, 0);
    const best = matches
      ? grid.bestOf(stations, { window, count: STATIONS_BESIDE_CLUSTERS, isFree })
      : grid.best(window, STATIONS_BESIDE_CLUSTERS);
    return bodyOf(this.#json.of(best), { total, clusters });
  }

  /** The public stations, or all if none is. */
  #publicOf(stations: number[]): number[] {
    const forAll = stations.filter((station) => !this.#stations.isCaptive(station));
    return forAll.length > 0 ? forAll : stations;
  }

  /**
   * At most `max` matching stations that have every word of the text in a name, network or place. Best first, then
   * those that are free, then by name.
   */
  async search(
    text: string,
    context: FilterContext,
    max: number,
  ): Promise<{ stations: Station[]; total: number; isFuzzyMatch: boolean }> {
    const ranks = (await this.#openSearchIndex()).find(text) ?? new Uint8Array(0);
    const { texts, kinds } = this.#network;
    const matches = kinds.matching(context);
    const isFree = kinds.freeFor(freeTypes(context));
    const best = new Smallest<{ station: number; rank: number; name?: string }>(max, (a, b) => {
      if (a.rank !== b.rank) return a.rank - b.rank;
      a.name ??= texts.nameOf(a.station);
      b.name ??= texts.nameOf(b.station);
      return a.name < b.name ? -1 : Number(a.name > b.name);
    });
    let total = 0;
    let isGuessed = true;
    for (let station = 0; station < ranks.length; station += 1) {
      const rank = ranks[station] ?? 0;
      if (rank === 0) continue;
      isGuessed &&= isFuzzyMatch(rank);
      if (!matches(station)) continue;
      total += 1;
      best.add({ station, rank: rank * 2 - Number(isFree(station)) });
    }
    return { stations: best.sorted.map(({ station }) => this.#json.read(station)), total, isFuzzyMatch: isGuessed };
  }

  /** The stations that a text finds, or all, counted by the properties that a filter reads. */
  async counted(text: string): Promise<AlikeStations[]> {
    if (text === '') return this.#network.kinds.counted(this.all());
    const ranks = (await this.#openSearchIndex()).find(text);
    return this.#network.kinds.counted(this.all().filter((station) => (ranks?.[station] ?? 0) > 0));
  }

  /** The numbers of all stations, ordered by id. */
  all(): number[] {
    return Array.from({ length: this.#stations.count }, (_, station) => station);
  }

  /** The filter options that the network has. */
  get options(): ReturnType<typeof optionsOfNetwork> {
    return (this.#options ??= optionsOfNetwork(this.#network.kinds.counted(this.all())));
  }

  /** The stations by position. Built for the first window. */
  #openGrid(): StationGrid {
    return (this.#grid ??= new StationGrid(this.#stations));
  }

  /** The index of names and places. Built for the first search. */
  #openSearchIndex(): Promise<StationSearchIndex> {
    const { stations, texts, areas, kinds } = this.#network;
    const { gazetteer } = this;
    return (this.#searchIndex ??= StationSearchIndex.of({ stations, texts, areas, kinds: kinds.all, gazetteer }));
  }

  /** Joins the JSON of a chunk's stations, and keeps it until one of them changes. */
  #writeChunk(chunk: number): Buffer {
    const from = chunk * CHUNK_SIZE;
    const length = Math.min(CHUNK_SIZE, this.#stations.count - from);
    return (this.#chunks[chunk] = Buffer.concat(this.#json.of(Array.from({ length }, (_, index) => from + index))));
  }

  #forgetWindows(): void {
    this.#windows.clear();
    this.#keptBytes = 0;
  }

  #changed(station: number): void {
    this.#forgetWindows();
    this.#chunks[Math.floor(station / CHUNK_SIZE)] = undefined;
    this.#bodyOfAll = undefined;
  }
}

function bodyOf(chunks: Buffer[], more: { total?: number; clusters?: StationCluster[] } = {}): ReadyBody {
  const comma = Buffer.from(',');
  const joined = chunks.flatMap((chunk, index) => (index > 0 ? [comma, chunk] : [chunk]));
  const source = Object.entries(more).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const end = Buffer.from(`]${source.join('')}}`);
  return new ReadyBody(Buffer.concat([Buffer.from('{"success":true,"properties":['), ...joined, end]));
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MS);
}
