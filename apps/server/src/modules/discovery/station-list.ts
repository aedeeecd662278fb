import { setImmediate } from 'node:timers/promises';
import { pinState } from '@bijli/contract/pin-state';
import { withAvailability } from '@bijli/contract/station-plugs';
import type { Station, StationCluster } from '@bijli/contract/stations';
import { ReadyBody } from '#http/ready-body.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { availabilityOnWire, type CountedAvailability } from '#modules/availability/index.ts';
import { variesInTime, type StationForList } from '#modules/network/index.ts';
import type { FirstFree } from './first-free.ts';
import type { Gazetteer } from './places.ts';
import { optionsOfNetwork, type FilteredStation } from './station-filter.ts';
import { StationGrid } from './station-grid.ts';
import type { MapWindow } from './station-query.ts';
import { hourlyOnWire, stationOnWire } from './station-wire.ts';
import { isGuess, WordIndex } from './word-index.ts';

/** The JSON of so many stations is kept as one chunk: a change writes its chunk again, and the others are only copied. */
const CHUNK_SIZE = 500;
/** While the search index is made, others get a turn after so many stations. */
const INDEXED_AT_ONCE = 500;
/** A network up to this size is sent to the map whole: some hundred kilobytes. */
const MAX_UNCLUSTERED = 2_000;
/** Of a larger network, a window with more than this is answered in clusters … */
const MAX_IN_WINDOW = 400;
/** … and this many single stations, for the cards below the map. */
const STATIONS_BESIDE_CLUSTERS = 40;
/** An end that is expected so much later or sooner than before is the same: each change is written into the answers again. */
const SAME_END_MS = 2 * MINUTE_MS;
/** Bytes of answers for windows that are kept until something changes. */
const MAX_KEPT_BYTES = 32 * 2 ** 20;

interface Entry extends FilteredStation {
  source: StationForList;
  row: StationForList['station'];
  chunk: Chunk;
  equipment: StationForList['equipment'];
}

interface Chunk {
  entries: Entry[];
  /** Made when first needed after a change. */
  json: Buffer | undefined;
}

/** Every station in use, in memory, ready to be sent. */
export class StationList {
  readonly #entries = new Map<string, Entry>();
  readonly #chunks: Chunk[] = [];
  #grid: StationGrid<Entry> | undefined;
  readonly #windows = new Map<string, ReadyBody>();
  #keptBytes = 0;
  /** Stations that change with the hour: in price, or because they close. */
  readonly #varying = new Set<string>();
  /** Stations that were told when a plug is likely to be free. */
  #expecting: Iterable<string> = [];
  #writtenMinute: number;
  #everything: ReadyBody | undefined;
  #search: Promise<{ index: WordIndex; entries: Entry[] }> | undefined;
  #options: ReturnType<typeof optionsOfNetwork> | undefined;
  /** Places, whether they have a station or not. */
  readonly gazetteer: Gazetteer;

  constructor(now: Date, gazetteer: Gazetteer) {
    this.gazetteer = gazetteer;
    this.#writtenMinute = minuteOf(now);
  }

  /** Adds a station. */
  put(source: StationForList, availability: CountedAvailability, now: Date): void {
    const { station, equipment, bands } = source;
    const onWire = stationOnWire(source, availability, now);
    let chunk = this.#chunks.at(-1);
    if (!chunk || chunk.entries.length >= CHUNK_SIZE) this.#chunks.push((chunk = { entries: [], json: undefined }));
    const entry = { station: onWire, source, row: station, chunk, equipment };
    chunk.entries.push(entry);
    this.#entries.set(station.id, entry);
    this.#grid = undefined;
    const closesAtTimes = station.openHours !== null && station.openHours !== '24x7';
    if (closesAtTimes || variesInTime(bands, now)) this.#varying.add(station.id);
  }

  get(stationId: string): Station | undefined {
    return this.#entries.get(stationId)?.station;
  }

  /** Sets a station's availability; false when the station is not in the list. */
  setAvailability(stationId: string, availability: CountedAvailability): boolean {
    const entry = this.#entries.get(stationId);
    if (!entry) return false;
    this.#change(entry, withAvailability(entry.station, availabilityOnWire(stationId, availability)));
    return true;
  }

  /** Sets a station's mean rating; undefined takes it away. */
  setRating(stationId: string, rating: number | undefined): void {
    const entry = this.#entries.get(stationId);
    if (!entry) return;
    const { rate: _, ...station } = entry.station;
    this.#change(entry, rating === undefined ? station : { ...station, rate: rating });
  }

  /** Whether all plugs of some kind are in use there. */
  isInDemand(stationId: string): boolean {
    return this.get(stationId)?.plugs?.some(({ free }) => free === 0) ?? false;
  }

  /** Sets when the first plug of a kind is likely to be free where none is; of other stations nobody knows it. */
  expect(first: ReadonlyMap<string, readonly FirstFree[]>): void {
    for (const stationId of new Set([...this.#expecting, ...first.keys()])) {
      const entry = this.#entries.get(stationId);
      const plugs = entry?.station.plugs?.map((plug) => expecting(plug, first.get(stationId)));
      if (!entry || !plugs || plugs.every((plug, at) => plug === entry.station.plugs?.[at])) continue;
      this.#change(entry, { ...entry.station, plugs });
    }
    this.#expecting = first.keys();
  }

  /** Brings what depends on the hour up to date, at most once a minute. */
  keepTime(now: Date): void {
    const minute = minuteOf(now);
    if (minute === this.#writtenMinute) return;
    this.#writtenMinute = minute;
    for (const stationId of this.#varying) {
      const entry = this.#entries.get(stationId);
      if (!entry) continue;
      const { price_from: _, plugs: before = [], open_now: __, ...lasting } = entry.station;
      const { plugs, ...hourly } = hourlyOnWire(entry.source, now);
      const plugsNow = plugs?.map((plug, at) => ({ ...plug, ...timeless(before[at]) }));
      const station = { ...lasting, ...hourly, ...(plugsNow && { plugs: plugsNow }) };
      if (!isSameHour(entry.station, station)) this.#change(entry, station);
    }
  }

  /** The answer with every station; the same object until something changes. */
  everything(): ReadyBody {
    this.#everything ??= bodyOf(this.#chunks.map((chunk) => (chunk.json ??= jsonOf(chunk.entries))));
    return this.#everything;
  }

  /** The answer with the stations that suit, inside a window if there is one. */
  matching(matches: (one: FilteredStation) => boolean, window?: MapWindow): ReadyBody {
    const found = [...(window ? this.#placed.inside(window) : this.#entries.values())].filter(matches);
    return bodyOf(found.length > 0 ? [jsonOf(found)] : []);
  }

  /** The answer for a map: the stations inside that suit or, when they are too many to be drawn one by one, clusters. */
  forMap(window: MapWindow, zoom: number, matches?: (one: FilteredStation) => boolean): ReadyBody {
    if (matches) return this.#mapBody(window, zoom, matches);
    const key = [window.west, window.south, window.east, window.north, zoom].join();
    const known = this.#windows.get(key);
    if (known) return known;
    const body = this.#mapBody(window, zoom, undefined);
    if (this.#keptBytes + body.bytes > MAX_KEPT_BYTES) this.#forgetWindows();
    this.#windows.set(key, body);
    this.#keptBytes += body.bytes;
    return body;
  }

  #mapBody(window: MapWindow, zoom: number, matches: ((one: FilteredStation) => boolean) | undefined): ReadyBody {
    const max = this.#entries.size > MAX_UNCLUSTERED ? MAX_IN_WINDOW : MAX_UNCLUSTERED;
    const found: Entry[] = [];
    for (const one of this.#placed.inside(window)) {
      if (!matches || matches(one)) found.push(one);
      // Without a filter the rest is counted already.
      if (!matches && found.length > max) break;
    }
    if (found.length <= max) {
      return bodyOf(found.length > 0 ? [jsonOf(found)] : [], { total: found.length });
    }
    const clusters = matches ? this.#placed.clustersOf(found, window, zoom) : this.#placed.clusters(window, zoom);
    const total = clusters.reduce((sum, { free, busy, offline }) => sum + free + busy + offline, 0);
    const best = matches
      ? this.#placed.bestOf(found, window, STATIONS_BESIDE_CLUSTERS)
      : this.#placed.best(window, STATIONS_BESIDE_CLUSTERS);
    return bodyOf([jsonOf(best)], { total, clusters });
  }

  /** Stations that have every word of the text in a name, network or place; the best first, of equals those with a free charge point. */
  async search(text: string): Promise<{ stations: FilteredStation[]; isGuess: boolean }> {
    this.#search ??= this.#indexed();
    const { index, entries } = await this.#search;
    const found = index.find(text);
    const stations = found
      .flatMap(({ document, rank }) => {
        const entry = entries[document];
        return entry ? [{ rank, entry }] : [];
      })
      .toSorted((a, b) => a.rank - b.rank || b.entry.station.status - a.entry.station.status)
      .map(({ entry }) => entry);
    return { stations, isGuess: found.every(({ rank }) => isGuess(rank)) };
  }

  /** The stations by place; made when a window is first asked for. */
  get #placed(): StationGrid<Entry> {
    return (this.#grid ??= new StationGrid([...this.#entries.values()], ({ station }) => pinState(station)));
  }

  all(): Iterable<FilteredStation> {
    return this.#entries.values();
  }

  /** What a filter can offer here. */
  get options(): ReturnType<typeof optionsOfNetwork> {
    return (this.#options ??= optionsOfNetwork(this.#entries.values()));
  }

  /**
   * Made by the first search, with pauses: a large network takes a second, and charge points are not to wait for it.
   * By name, so that equals are found in the order of their names.
   */
  async #indexed(): Promise<{ index: WordIndex; entries: Entry[] }> {
    const entries = [...this.#entries.values()].toSorted((a, b) => (a.row.name < b.row.name ? -1 : 1));
    const index = new WordIndex();
    for (const [at, { row }] of entries.entries()) {
      if (at % INDEXED_AT_ONCE === INDEXED_AT_ONCE - 1) await setImmediate();
      const { name, network, locality, city, state, pincode } = row;
      const otherNames = [...this.gazetteer.otherNames(city, state), ...this.gazetteer.otherNames(locality, state)];
      index.add([name, network, locality, city, state, pincode, ...otherNames]);
    }
    return { index, entries };
  }

  #forgetWindows(): void {
    this.#windows.clear();
    this.#keptBytes = 0;
  }

  #change(entry: Entry, station: Station): void {
    this.#grid?.changeState(entry, pinState(entry.station), pinState(station));
    this.#forgetWindows();
    entry.station = station;
    entry.chunk.json = undefined;
    this.#everything = undefined;
  }
}

function jsonOf(entries: Entry[]): Buffer {
  return Buffer.from(entries.map(({ station }) => JSON.stringify(station)).join(','));
}

function bodyOf(chunks: Buffer[], more: { total?: number; clusters?: StationCluster[] } = {}): ReadyBody {
  const comma = Buffer.from(',');
  const joined = chunks.flatMap((chunk, at) => (at > 0 ? [comma, chunk] : [chunk]));
  const source = Object.entries(more).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const end = Buffer.from(`]${source.join('')}}`);
  return new ReadyBody(Buffer.concat([Buffer.from('{"success":true,"properties":['), ...joined, end]));
}

type Plug = NonNullable<Station['plugs']>[number];

/** What of a plug does not depend on the hour. */
function timeless(plug: Plug | undefined): Pick<Plug, 'free' | 'free_at'> {
  return { free: plug?.free ?? 0, ...(plug?.free_at !== undefined && { free_at: plug.free_at }) };
}

/** The same plug where nothing else is known of it. */
function expecting(plug: Plug, first: readonly FirstFree[] = []): Plug {
  const { free_at: before, ...lasting } = plug;
  const found = first.find(({ type, maxW }) => type === plug.type && maxW / 1000 === (plug.power ?? 0));
  if (!found || plug.free > 0) return before === undefined ? plug : lasting;
  const isSame = before !== undefined && Math.abs(Date.parse(before) - found.at.getTime()) < SAME_END_MS;
  return isSame ? plug : { ...lasting, free_at: found.at.toISOString() };
}

function isSameHour(a: Station, b: Station): boolean {
  return (
    a.price_from === b.price_from &&
    a.open_now === b.open_now &&
    (a.plugs ?? []).every(({ price }, at) => price === b.plugs?.[at]?.price)
  );
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MS);
}
