import type { Station, StationAvailability } from '@bijli/contract/stations';
import { rupees } from '@bijli/contract/money';
import { NOTHING_ONLINE, sameAvailability, type Availability } from './availability.ts';
import type { Equipment, ListedStation } from './stations.store.ts';
import { lowestPriceAt, variesInTime, type TariffBand } from './tariff.ts';
import { availabilityOnWire, stationOnWire } from './wire.ts';
import { ReadyBody } from './ready-body.ts';

const MINUTE_MS = 60_000;
/** Stations whose JSON is kept as one piece: a change writes one piece anew, and the rest is only copied. */
const PIECE = 500;

/** A box in degrees. */
export interface Window {
  west: number;
  south: number;
  east: number;
  north: number;
}

interface Entry {
  station: Station;
  piece: Piece;
  availability: Availability;
  equipment: Equipment | undefined;
  bands: readonly TariffBand[];
}

interface Piece {
  entries: Entry[];
  /** Made when first needed after a change. */
  json: Buffer | undefined;
}

/** Every station in use, in memory, ready to be sent. */
export class StationList {
  readonly #entries = new Map<string, Entry>();
  readonly #pieces: Piece[] = [];
  /** Stations whose price may change by itself. */
  readonly #varying = new Set<string>();
  #pricedMinute: number;
  #everything: ReadyBody | undefined;

  constructor(now: Date) {
    this.#pricedMinute = minuteOf(now);
  }

  /** Adds a station with the availability last known of it. */
  put(facts: {
    station: ListedStation;
    equipment: Equipment | undefined;
    bands: readonly TariffBand[];
    availability?: Availability | undefined;
    now: Date;
  }): void {
    const { station, equipment, bands, availability = NOTHING_ONLINE, now } = facts;
    const price = lowestPriceAt(bands, equipment?.currents ?? [], now);
    const onWire = stationOnWire(station, equipment, availability, price);
    let piece = this.#pieces.at(-1);
    if (!piece || piece.entries.length >= PIECE) this.#pieces.push((piece = { entries: [], json: undefined }));
    const entry = { station: onWire, piece, availability, equipment, bands };
    piece.entries.push(entry);
    this.#entries.set(station.id, entry);
    if (variesInTime(bands, now)) this.#varying.add(station.id);
  }

  get(stationId: string): Station | undefined {
    return this.#entries.get(stationId)?.station;
  }

  availabilityOf(stationId: string): Availability | undefined {
    return this.#entries.get(stationId)?.availability;
  }

  /** Sets a station's availability; the answer is what to announce, if anything changed. */
  setAvailability(stationId: string, availability: Availability): StationAvailability | undefined {
    const entry = this.#entries.get(stationId);
    if (!entry || sameAvailability(entry.availability, availability)) return undefined;
    const onWire = availabilityOnWire(stationId, availability);
    entry.availability = availability;
    this.#change(entry, { ...entry.station, ...onWire });
    return onWire;
  }

  /** Sets a station's mean rating; undefined takes it away. */
  setRating(stationId: string, rating: number | undefined): void {
    const entry = this.#entries.get(stationId);
    if (!entry) return;
    const { rate: _, ...station } = entry.station;
    this.#change(entry, rating === undefined ? station : { ...station, rate: rating });
  }

  /** Brings prices that depend on the hour up to date, at most once a minute. */
  reprice(now: Date): void {
    const minute = minuteOf(now);
    if (minute === this.#pricedMinute) return;
    this.#pricedMinute = minute;
    for (const stationId of this.#varying) {
      const entry = this.#entries.get(stationId);
      if (!entry) continue;
      const price = lowestPriceAt(entry.bands, entry.equipment?.currents ?? [], now);
      const priceFrom = price === undefined ? undefined : rupees(price);
      if (entry.station.price_from === priceFrom) continue;
      const { price_from: _, ...station } = entry.station;
      this.#change(entry, priceFrom === undefined ? station : { ...station, price_from: priceFrom });
    }
  }

  /** The answer with every station; the same object until something changes. */
  everything(): ReadyBody {
    this.#everything ??= bodyOf(this.#pieces.map((piece) => (piece.json ??= jsonOf(piece.entries))));
    return this.#everything;
  }

  /** The answer with the stations inside a window. */
  inside({ west, south, east, north }: Window): ReadyBody {
    const found: Entry[] = [];
    for (const entry of this.#entries.values()) {
      const { latitude, longitude } = entry.station;
      if (latitude >= south && latitude <= north && longitude >= west && longitude <= east) found.push(entry);
    }
    return bodyOf(found.length > 0 ? [jsonOf(found)] : []);
  }

  #change(entry: Entry, station: Station): void {
    entry.station = station;
    entry.piece.json = undefined;
    this.#everything = undefined;
  }
}

function jsonOf(entries: Entry[]): Buffer {
  return Buffer.from(entries.map(({ station }) => JSON.stringify(station)).join(','));
}

function bodyOf(pieces: Buffer[]): ReadyBody {
  const comma = Buffer.from(',');
  const joined = pieces.flatMap((piece, place) => (place > 0 ? [comma, piece] : [piece]));
  return new ReadyBody(Buffer.concat([Buffer.from('{"success":true,"properties":['), ...joined, Buffer.from(']}')]));
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MS);
}
