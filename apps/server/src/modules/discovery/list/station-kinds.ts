import { RATING_STEPS } from '@bijli/contract/station-filter';
import { isFreeFor } from '@bijli/contract/station-plugs';
import type { CountedAvailability } from '#modules/availability/index.ts';
import type { StationTraits } from '#modules/network/index.ts';
import { traitsOnWire } from '../station-wire.ts';
import type { StationColumns } from './station-columns.ts';
import { matches, type AlikeStations, type FilterContext, type FilteredStation } from './station-filter.ts';
import type { StationOffer } from './station-offers.ts';

/** The properties of a station that many share. */
export interface StationKind {
  /** Number of its offer. */
  offer: number;
  traits: StationTraits;
  /** The fields of a kind in a list, as JSON. */
  json: string;
  /** Where the numbers of its alike stations begin. */
  firstAlike: number;
}

const MIN_RATINGS = RATING_STEPS.map(Number);
const RATING_LEVELS = RATING_STEPS.length + 1;
/** As many as `freeTypes` of a station has bits. A station has far fewer. */
const MAX_TYPES = 16;
const [UNKNOWN, MATCHES, DIFFERS] = [0, 1, 2];

/**
 * The kinds of stations. A filter checks each combination of kind, free connector types and rating once, however many
 * stations share it.
 */
export class StationKinds {
  readonly all: StationKind[] = [];
  readonly #stations: StationColumns;
  readonly #offers: readonly StationOffer[];
  readonly #numbers = new Map<StationTraits, number[]>();
  /** How many combinations there can be. */
  #alikeCount = 0;

  constructor(stations: StationColumns, offers: readonly StationOffer[]) {
    this.#stations = stations;
    this.#offers = offers;
  }

  numberOf(offer: number, traits: StationTraits): number {
    let numbers = this.#numbers.get(traits);
    if (!numbers) this.#numbers.set(traits, (numbers = []));
    return (numbers[offer] ??= this.#add(offer, traits));
  }

  #add(offer: number, traits: StationTraits): number {
    const firstAlike = this.#alikeCount;
    this.#alikeCount += RATING_LEVELS * 2 * 2 ** Math.min(MAX_TYPES, this.#typesOf(offer).length);
    return this.all.push({ offer, traits, json: JSON.stringify(traitsOnWire(traits)).slice(1, -1), firstAlike }) - 1;
  }

  offerOf(station: number): StationOffer | undefined {
    const kind = this.all[this.#stations.kinds[station] ?? 0];
    return kind && this.#offers[kind.offer];
  }

  /** Sets of which connector types one is free. */
  setFreeTypes(station: number, { freePlugs }: Pick<CountedAvailability, 'freePlugs'>): void {
    const types = this.#typesOf(this.all[this.#stations.kinds[station] ?? 0]?.offer);
    const isFree = (type: string): boolean => freePlugs.some((plug) => plug.type === type && plug.free > 0);
    this.#stations.freeTypes[station] = types.reduce((bits, type, bit) => bits | (Number(isFree(type)) << bit), 0);
  }

  /** Returns a function that tells whether a station matches the filter. */
  matching(context: FilterContext): (station: number) => boolean {
    return this.#onceForAlike((one) => matches(one, context));
  }

  /** Returns a function that tells whether a station is free now for one of these connector types, or for any. */
  freeFor(types: readonly string[]): (station: number) => boolean {
    const isFree = this.#onceForAlike(({ now }) => isFreeFor(now, types));
    // Most stations need no closer look.
    return (station) => this.#stations.isFree(station) && isFree(station);
  }

  /** Counts these stations by the properties that a filter reads. */
  counted(stations: Iterable<number>): AlikeStations[] {
    const counts = new Uint32Array(this.#alikeCount);
    const firsts: number[] = [];
    for (const station of stations) {
      const number = this.#alike(station);
      if (counts[number] === 0) firsts.push(station);
      counts[number] = (counts[number] ?? 0) + 1;
    }
    return firsts.map((station) => ({ like: this.#like(station), count: counts[this.#alike(station)] ?? 0 }));
  }

  #onceForAlike(test: (one: FilteredStation) => boolean): (station: number) => boolean {
    let known: Uint8Array | undefined;
    return (station) => {
      known ??= new Uint8Array(this.#alikeCount);
      const number = this.#alike(station);
      if (known[number] === UNKNOWN) known[number] = test(this.#like(station)) ? MATCHES : DIFFERS;
      return known[number] === MATCHES;
    };
  }

  /** A number that is equal for stations that a filter cannot distinguish. */
  #alike(station: number): number {
    const free = (this.#stations.freeTypes[station] ?? 0) * 2 + Number(this.#stations.isFree(station));
    const first = this.all[this.#stations.kinds[station] ?? 0]?.firstAlike ?? 0;
    return first + free * RATING_LEVELS + this.#ratingSteps(station);
  }

  #ratingSteps(station: number): number {
    const averageRating = this.#stations.averageRatings[station] ?? Number.NaN;
    let steps = 0;
    for (const least of MIN_RATINGS) if (averageRating >= least) steps += 1;
    return steps;
  }

  #like(station: number): FilteredStation {
    const kind = this.all[this.#stations.kinds[station] ?? 0];
    const offer = kind && this.#offers[kind.offer];
    if (!offer) throw new Error('There is no such kind of station.');
    const steps = this.#ratingSteps(station);
    const bits = this.#stations.freeTypes[station] ?? 0;
    return {
      offer,
      traits: kind.traits,
      now: {
        status: this.#stations.isFree(station) ? 1 : 0,
        plugs: this.#typesOf(kind.offer).map((type, bit) => ({ type, free: (bits >> bit) & 1 })),
      },
      averageRating: steps === 0 ? Number.NaN : Number(RATING_STEPS.at(-steps)),
    };
  }

  #typesOf(offer: number | undefined): readonly string[] {
    return (offer === undefined ? undefined : this.#offers[offer]?.equipment?.types) ?? [];
  }
}
