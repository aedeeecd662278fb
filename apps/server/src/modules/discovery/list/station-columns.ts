import type { PinState } from '@bijli/contract/pin-state';

const STATES: readonly PinState[] = ['offline', 'busy', 'free'];
const OFFLINE = 0;
/** Flag beside the state: the station's hours say that it is closed now. */
const CLOSED_BIT = 4;
/** Flag beside the state: the station is only for people of its site. */
const CAPTIVE_BIT = 8;
const STATE_MASK = 3;

/**
 * Compact columns of what a map, a filter and a count read of every station, by its number: position, state, rating,
 * free connector types, and the number of its kind.
 */
export class StationColumns {
  count = 0;
  latitudes = new Float64Array(256);
  longitudes = new Float64Array(256);
  /** NaN for none. */
  averageRatings = new Float64Array(256);
  /** The number of its kind: everything that a filter reads except rating and what is free. */
  kinds = new Uint32Array(256);
  areas = new Uint32Array(256);
  /** One bit for each connector type of its equipment: one of that type is free. */
  freeTypes = new Uint16Array(256);
  #states = new Uint8Array(256);

  /** Returns the station's number, counted from 0. A new station has no charge point online. */
  add(latitude: number, longitude: number): number {
    if (this.count === this.latitudes.length) this.#resize(this.count * 2);
    this.latitudes[this.count] = latitude;
    this.longitudes[this.count] = longitude;
    this.averageRatings[this.count] = Number.NaN;
    return this.count++;
  }

  /** Releases unused memory, when all stations are added. */
  trim(): void {
    this.#resize(this.count);
  }

  /** The current look of the station's pin. */
  stateOf(station: number): PinState {
    // A closed station has none of the states.
    return STATES[(this.#states[station] ?? OFFLINE) & (STATE_MASK | CLOSED_BIT)] ?? 'offline';
  }

  /** True if a charge can be started there now: it has a free connector and is not closed. */
  isFree(station: number): boolean {
    return this.stateOf(station) === 'free';
  }

  isCaptive(station: number): boolean {
    return ((this.#states[station] ?? OFFLINE) & CAPTIVE_BIT) !== 0;
  }

  setCaptive(station: number): void {
    this.#states[station] = (this.#states[station] ?? OFFLINE) | CAPTIVE_BIT;
  }

  /** Sets the look of the pin while the station is open. */
  setState(station: number, state: PinState): void {
    this.#states[station] = ((this.#states[station] ?? OFFLINE) & ~STATE_MASK) | STATES.indexOf(state);
  }

  setClosed(station: number, isClosed: boolean): void {
    this.#states[station] = ((this.#states[station] ?? OFFLINE) & ~CLOSED_BIT) | (isClosed ? CLOSED_BIT : 0);
  }

  #resize(length: number): void {
    this.latitudes = withLength(this.latitudes, length);
    this.longitudes = withLength(this.longitudes, length);
    this.averageRatings = withLength(this.averageRatings, length);
    this.kinds = withLength(this.kinds, length);
    this.areas = withLength(this.areas, length);
    this.freeTypes = withLength(this.freeTypes, length);
    this.#states = withLength(this.#states, length);
  }
}

/** Copies numbers to an array of exactly this length. */
export function withLength<T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(
  numbers: T,
  length: number,
): T {
  const Numbers = numbers.constructor as new (length: number) => T;
  const copy = new Numbers(length);
  copy.set(numbers.subarray(0, length));
  return copy;
}
