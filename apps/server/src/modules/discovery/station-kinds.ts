import { RATING_STEPS } from '@bijli/contract/station-filter';
import type { StationTraits } from '#modules/network/index.ts';
import type { StationColumns } from './station-columns.ts';
import { matches, type AlikeStations, type FilterContext, type FilteredStation } from './station-filter.ts';
import type { StationOffer } from './station-offers.ts';
import { traitsOnWire } from './station-wire.ts';

/** The properties of a station that many share. */
export interface StationKind {
  /** Number of its offer. */
  offer: number;
  traits: StationTraits;
  /** The fields of a kind in a list, as JSON. */
  json: string;
}

const RATING_LEVELS = RATING_STEPS.length + 1;
const ALIKE_OF_A_KIND = 2 * RATING_LEVELS;
const [UNKNOWN, SUITS, UNFIT] = [0, 1, 2];

/**
 * The kinds of stations. A filter checks each combination of kind, state and rating once, however many stations share
 * it.
 */
export class StationKinds {
  readonly all: StationKind[] = [];
  readonly #stations: StationColumns;
  readonly #offers: readonly StationOffer[];
  readonly #numbers = new Map<StationTraits, number[]>();

  constructor(stations: StationColumns, offers: readonly StationOffer[]) {
    this.#stations = stations;
    this.#offers = offers;
  }

  numberOf(offer: number, traits: StationTraits): number {
    let numbers = this.#numbers.get(traits);
    if (!numbers) this.#numbers.set(traits, (numbers = []));
    return (numbers[offer] ??=
      this.all.push({ offer, traits, json: JSON.stringify(traitsOnWire(traits)).slice(1, -1) }) - 1);
  }

  offerOf(station: number): StationOffer | undefined {
    const kind = this.all[this.#stations.kinds[station] ?? 0];
    return kind && this.#offers[kind.offer];
  }

  /** Returns a function that tells whether a station matches the filter. */
  suiting(context: FilterContext): (station: number) => boolean {
    const known = new Uint8Array(this.all.length * ALIKE_OF_A_KIND);
    return (station) => {
      const number = this.#alike(station);
      if (known[number] === UNKNOWN) known[number] = matches(this.#like(number), context) ? SUITS : UNFIT;
      return known[number] === SUITS;
    };
  }

  /** Counts these stations by the properties that a filter reads. */
  counted(stations: Iterable<number>): AlikeStations[] {
    const counts = new Uint32Array(this.all.length * ALIKE_OF_A_KIND);
    for (const station of stations) {
      const number = this.#alike(station);
      counts[number] = (counts[number] ?? 0) + 1;
    }
    const alike: AlikeStations[] = [];
    for (const [number, count] of counts.entries()) if (count > 0) alike.push({ like: this.#like(number), count });
    return alike;
  }

  /** A number that is equal for stations that a filter cannot distinguish. */
  #alike(station: number): number {
    const averageRating = this.#stations.averageRatings[station] ?? Number.NaN;
    const steps = averageRating >= 0 ? RATING_STEPS.filter((step) => averageRating >= Number(step)).length : 0;
    const free = this.#stations.isFree(station) ? 1 : 0;
    return (this.#stations.kinds[station] ?? 0) * ALIKE_OF_A_KIND + free * RATING_LEVELS + steps;
  }

  #like(number: number): FilteredStation {
    const kind = this.all[Math.floor(number / ALIKE_OF_A_KIND)];
    const offer = kind && this.#offers[kind.offer];
    if (!offer) throw new Error('There is no such kind of station.');
    const steps = number % RATING_LEVELS;
    return {
      offer,
      traits: kind.traits,
      hasFree: number % ALIKE_OF_A_KIND >= RATING_LEVELS,
      averageRating: steps === 0 ? Number.NaN : Number(RATING_STEPS.at(-steps)),
    };
  }
}
