import type { PinState } from '@bijli/contract/pin-state';

const STATES: readonly PinState[] = ['offline', 'busy', 'free'];
const OFFLINE = 0;
const FREE = 2;
/** Beside the state: its hours say that it is closed now. */
const CLOSED = 4;
const STATE = 3;

/**
 * What a map, a filter and a count look at of every station, by its number, in as few bytes as it takes: place, state, and
 * what it is by the numbers of things that many have in common.
 */
export class StationColumns {
  count = 0;
  latitudes = new Float64Array(256);
  longitudes = new Float64Array(256);
  /** NaN for none. */
  averageRatings = new Float64Array(256);
  /** What it is and offers: all that a filter looks at but state and rating. */
  kinds = new Uint32Array(256);
  areas = new Uint32Array(256);
  #states = new Uint8Array(256);

  /** Answers its number: they are counted from 0. No charge point of a new one is online. */
  add(latitude: number, longitude: number): number {
    if (this.count === this.latitudes.length) this.#resize(this.count * 2);
    this.latitudes[this.count] = latitude;
    this.longitudes[this.count] = longitude;
    this.averageRatings[this.count] = Number.NaN;
    return this.count++;
  }

  /** No more will come. */
  trim(): void {
    this.#resize(this.count);
  }

  /** How its pin looks now. */
  stateOf(station: number): PinState {
    // A closed one is none of the states.
    return STATES[this.#states[station] ?? OFFLINE] ?? 'offline';
  }

  /** Whether it has a free connector, open or not. */
  isFree(station: number): boolean {
    return ((this.#states[station] ?? OFFLINE) & STATE) === FREE;
  }

  /** Sets how its pin looks while it is open. */
  setState(station: number, state: PinState): void {
    this.#states[station] = ((this.#states[station] ?? OFFLINE) & CLOSED) | STATES.indexOf(state);
  }

  setClosed(station: number, isClosed: boolean): void {
    this.#states[station] = ((this.#states[station] ?? OFFLINE) & STATE) | (isClosed ? CLOSED : 0);
  }

  #resize(length: number): void {
    this.latitudes = withLength(this.latitudes, length);
    this.longitudes = withLength(this.longitudes, length);
    this.averageRatings = withLength(this.averageRatings, length);
    this.kinds = withLength(this.kinds, length);
    this.areas = withLength(this.areas, length);
    this.#states = withLength(this.#states, length);
  }
}

/** The same numbers with room for so many, exactly. */
export function withLength<T extends Float64Array | Uint32Array | Uint8Array>(numbers: T, length: number): T {
  const Numbers = numbers.constructor as new (length: number) => T;
  const copy = new Numbers(length);
  copy.set(numbers.subarray(0, length));
  return copy;
}
