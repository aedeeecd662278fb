import { TEXT_SEPARATOR } from '#modules/network/index.ts';
import { withLength } from './station-columns.ts';

/** The texts of one station. */
export interface StationText {
  id: string;
  name: string;
  address: string;
  pincode: string;
}

const SEPARATOR = TEXT_SEPARATOR;
const SEPARATOR_BYTE = SEPARATOR.charCodeAt(0);
/** Matches every character that JSON may escape. */
const MAY_BE_ESCAPED = /["\\\p{Cc}]/u;
/** Maximum number of UTF-8 bytes for one UTF-16 unit. */
const MAX_BYTES = 3;

/**
 * Stores the texts of stations as consecutive bytes, and finds their numbers by id. Objects would take five times the
 * memory.
 */
export class StationTexts {
  #count = 0;
  #bytes: Buffer = Buffer.allocUnsafeSlow(2 ** 14);
  /** Where each text begins. It ends where the next one begins. */
  #starts = new Uint32Array(256);
  /** Hashes of the ids, until the table is built. */
  #hashes = new Uint32Array(256);
  /** Hash table: the station's number plus 1, at the first free slot after its id's hash. */
  #places = new Uint32Array(1);

  /** Adds the next station: id, name, address and pincode, separated by `TEXT_SEPARATOR`. */
  add(text: string): void {
    const start = this.#starts[this.#count] ?? 0;
    if (start + text.length * MAX_BYTES > this.#bytes.length)
      this.#bytes = copied(this.#bytes, this.#bytes.length * 2 + text.length * MAX_BYTES);
    this.#hashes[this.#count] = hashOf(text, text.indexOf(SEPARATOR));
    this.#count += 1;
    if (this.#count === this.#starts.length) {
      this.#starts = withLength(this.#starts, this.#count * 2);
      this.#hashes = withLength(this.#hashes, this.#count * 2);
    }
    this.#starts[this.#count] = start + this.#bytes.write(text, start);
  }

  /** Builds the table of ids, when all stations are added. */
  seal(): void {
    this.#starts = withLength(this.#starts, this.#count + 1);
    this.#bytes = copied(this.#bytes, this.#starts[this.#count] ?? 0);
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(this.#count * 2 + 1)));
    const last = this.#places.length - 1;
    for (let station = 0; station < this.#count; station += 1) {
      let place = (this.#hashes[station] ?? 0) & last;
      while (this.#places[place] !== 0) place = (place + 1) & last;
      this.#places[place] = station + 1;
    }
    this.#hashes = new Uint32Array(0);
  }

  of(station: number): StationText {
    const [id = '', name = '', address = '', pincode = ''] = this.#textOf(station).split(SEPARATOR);
    return { id, name, address, pincode };
  }

  /** Its id, name and address as JSON. */
  jsonOf(station: number): [id: string, name: string, address: string] {
    const text = this.#textOf(station);
    const name = text.indexOf(SEPARATOR) + 1;
    const address = text.indexOf(SEPARATOR, name) + 1;
    const end = text.indexOf(SEPARATOR, address);
    return [quoted(text.slice(0, name - 1)), quoted(text.slice(name, address - 1)), quoted(text.slice(address, end))];
  }

  nameOf(station: number): string {
    const text = this.#textOf(station);
    const start = text.indexOf(SEPARATOR) + 1;
    return text.slice(start, text.indexOf(SEPARATOR, start));
  }

  /** The number of the station with this id. */
  find(id: string): number | undefined {
    const last = this.#places.length - 1;
    for (let place = hashOf(id, id.length) & last; ; place = (place + 1) & last) {
      const entry = this.#places[place] ?? 0;
      if (entry === 0) return undefined;
      if (this.#hasId(entry - 1, id)) return entry - 1;
    }
  }

  /** Ids are ASCII (`isStationId`), so each unit is one byte. */
  #hasId(station: number, id: string): boolean {
    const start = this.#starts[station] ?? 0;
    if (this.#bytes[start + id.length] !== SEPARATOR_BYTE) return false;
    for (let index = 0; index < id.length; index += 1)
      if (this.#bytes[start + index] !== id.charCodeAt(index)) return false;
    return true;
  }

  #textOf(station: number): string {
    return this.#bytes.toString('utf8', this.#starts[station], this.#starts[station + 1]);
  }
}

function copied(bytes: Buffer, length: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(length);
  bytes.copy(copy);
  return copy;
}

/** FNV-1a over the first units of a text. */
function hashOf(text: string, length: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** The text as JSON. Most texts need no escaping, and checking that is faster than JSON.stringify. */
function quoted(text: string): string {
  return MAY_BE_ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}
