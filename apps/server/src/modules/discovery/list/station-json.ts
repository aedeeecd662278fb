import { withAvailability } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import { batchesOf } from '#kernel/batches.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { availabilityOnWire, NOTHING_ONLINE, type CountedAvailability } from '#modules/availability/index.ts';
import type { NextFree } from '../expected-ends/next-free.ts';
import type { ReadNetwork } from './network-builder.ts';

/** An expected end that moves by less than this is not updated, because each change rewrites answers. */
const SAME_END_MS = 2 * MINUTE_MS;
/** Number of stations in one text. A text can hold less than an answer. */
const WRITE_BATCH_SIZE = 500;

type Plug = NonNullable<Station['plugs']>[number];

/** Writes stations as JSON, and stores what only few of them have: online charge points, and expected ends. */
export class StationJson {
  readonly #network: ReadNetwork;
  /** Availability of stations with a charge point online. */
  readonly #live = new Map<number, CountedAvailability>();
  /** When the first plug of each kind is expected to be free, as UTC text, by station. */
  readonly #ends = new Map<number, readonly (string | undefined)[]>();
  readonly #areas: string[];
  readonly #nothingOnline = fieldsOf(countsOf('', NOTHING_ONLINE));

  constructor(network: ReadNetwork) {
    this.#network = network;
    this.#areas = network.areas.map(({ city, state }) => fieldsOf({ city, state }));
  }

  setAvailability(station: number, availability: CountedAvailability): void {
    if (availability.onlineChargePoints === 0) this.#live.delete(station);
    else this.#live.set(station, availability);
    const ends = this.#ends.get(station);
    if (ends)
      this.#setEnds(
        station,
        this.#plugsOf(station).map(({ free }, index) => (free > 0 ? undefined : ends[index])),
      );
  }

  /** Stations with an expected end. */
  withKnownEnds(): Iterable<number> {
    return this.#ends.keys();
  }

  /** Sets when occupied plugs are expected to be free. Returns false if that has not changed. */
  setNextFree(station: number, first: readonly NextFree[]): boolean {
    const before = this.#ends.get(station) ?? [];
    const ends = this.#plugsOf(station).map((plug, index) => endOf(plug, before[index], first));
    if (ends.every((end, index) => end === before[index])) return false;
    this.#setEnds(station, ends);
    return true;
  }

  /** The JSON of stations, separated by commas, in several buffers if there are many. */
  of(stations: readonly number[]): Buffer[] {
    const pieces: Buffer[] = [];
    for (const batch of batchesOf(stations, WRITE_BATCH_SIZE)) {
      let json = '';
      for (const station of batch) json += json === '' ? this.#write(station) : `,${this.#write(station)}`;
      pieces.push(Buffer.from(json));
    }
    return pieces;
  }

  read(station: number): Station {
    return JSON.parse(this.#write(station)) as Station;
  }

  /** Most of the text is shared by many stations and already written. */
  #write(station: number): string {
    const { stations, texts, kinds } = this.#network;
    const [id, name, address] = texts.jsonOf(station);
    const kind = kinds.all[stations.kinds[station] ?? 0];
    const offer = kinds.offerOf(station);
    const averageRating = stations.averageRatings[station] ?? Number.NaN;
    const live = this.#live.get(station);
    let json = `{"id":${id},"property_name":${name},"address":${address}`;
    json += `,"latitude":${stations.latitudes[station]},"longitude":${stations.longitudes[station]},${kind?.json}`;
    if (!Number.isNaN(averageRating)) json += `,"rate":${averageRating}`;
    if (offer?.hourly.plugs) {
      const isPlain = !live && !this.#ends.has(station);
      json += `,"plugs":${isPlain ? offer.json.plugs : JSON.stringify(this.#plugsNow(station))}`;
    }
    json += `,${offer?.json.fields},${this.#areas[stations.areas[station] ?? 0]},"property_id":${id},`;
    return `${json}${live ? fieldsOf(countsOf('', live)) : this.#nothingOnline}}`;
  }

  /** Plugs with the number that is free now. */
  #plugsOf(station: number): readonly Plug[] {
    const plugs = this.#network.kinds.offerOf(station)?.hourly.plugs ?? [];
    const live = this.#live.get(station);
    return live ? (withAvailability({ plugs } as unknown as Station, availabilityOnWire('', live)).plugs ?? []) : plugs;
  }

  #plugsNow(station: number): readonly Plug[] {
    const ends = this.#ends.get(station);
    return this.#plugsOf(station).map((plug, index) =>
      ends?.[index] === undefined ? plug : { ...plug, free_at: ends[index] },
    );
  }

  #setEnds(station: number, ends: readonly (string | undefined)[]): void {
    if (ends.some((end) => end !== undefined)) this.#ends.set(station, ends);
    else this.#ends.delete(station);
  }
}

/** When this plug is expected to be free, if it is occupied and that is known. */
function endOf(plug: Plug, before: string | undefined, first: readonly NextFree[]): string | undefined {
  const nextFree = first.find(({ type, ratedW }) => type === plug.type && ratedW / 1000 === (plug.power ?? 0));
  if (!nextFree || plug.free > 0) return undefined;
  const isSame = before !== undefined && Math.abs(Date.parse(before) - nextFree.at.getTime()) < SAME_END_MS;
  return isSame ? before : nextFree.at.toISOString();
}

function countsOf(stationId: string, availability: CountedAvailability) {
  const { property_id: _, plugs_free: __, ...counts } = availabilityOnWire(stationId, availability);
  return counts;
}

/** The fields of an object as JSON, without braces. */
function fieldsOf(some: object): string {
  return JSON.stringify(some).slice(1, -1);
}
