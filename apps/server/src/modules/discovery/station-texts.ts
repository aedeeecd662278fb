import { TEXT_SEPARATOR } from '#modules/network/index.ts';
import { withLength } from './station-columns.ts';

/** What is written of a station alone. */
export interface StationText {
  id: string;
  name: string;
  address: string;
  pincode: string;
}

const SEPARATOR = TEXT_SEPARATOR;
const SEPARATOR_BYTE = SEPARATOR.charCodeAt(0);
/** What JSON escapes is among these. */
const MAY_BE_ESCAPED = /["\\\p{Cc}]/u;
/** UTF-8 takes at most so many bytes for a unit of a text. */
const MAX_BYTES = 3;

/** The texts of stations as bytes, one behind the other, and their numbers by id: as objects they would take five times as much. */
export class StationTexts {
  #count = 0;
  #bytes: Buffer = Buffer.allocUnsafeSlow(2 ** 14);
  /** Where each begins; the next one's beginning is its end. */
  #starts = new Uint32Array(256);
  /** Of their ids, until the table is made. */
  #hashes = new Uint32Array(256);
  /** A hash table: the number of a station and 1, at the first free place from its id's hash on. */
  #places = new Uint32Array(1);

  /** Of the next station: id, name, address and pincode, with `TEXT_SEPARATOR` between them. */
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

  /** No more will come, and stations can be found by their ids. */
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

  /** Its id, name and address as they stand in JSON. */
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

  /** An id is of ASCII (`isStationId`), so each of its units is a byte. */
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

/** As JSON writes it: to look at a text is quicker than to have it written, and most need nothing else. */
function quoted(text: string): string {
  return MAY_BE_ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}
