import * as z from 'zod/mini';
import type { Database } from '#db/database.ts';
import { replacePlaces, type Place } from './places.store.ts';
import { plain, WordIndex } from './word-index.ts';

/** A place as the compact file has it, the most populous first; 0 stands for a field that is left out before another. */
const row = z.tuple([
  /** Name. */
  z.string(),
  /** Index in the list of states. */
  z.int(),
  /** Latitude and longitude, degrees. */
  z.number(),
  z.number(),
  /** Population, which the order tells already. */
  z.optional(z.number()),
  /** Other names. */
  z.optional(z.nullable(z.union([z.array(z.string()), z.literal(0)]))),
  /** District. */
  z.optional(z.nullable(z.union([z.string(), z.literal(0)]))),
]);
const file = z.object({ states: z.array(z.object({ name: z.string() })), rows: z.array(row) });

/** Takes the file of places that comes with Bijli, in the place of what was there. */
export async function putPlaces(database: Database, contents: unknown): Promise<void> {
  const { states, rows } = z.parse(file, contents);
  const places = rows.map(([name, state, latitude, longitude, , aliases, district], rank) => ({
    rank,
    name,
    latitude,
    longitude,
    state: states[state]?.name ?? '',
    aliases: aliases || [],
    district: district || '',
  }));
  await database.transaction((tx) => replacePlaces(tx, places));
}

/** Places by the names they have or had. */
export class Gazetteer {
  readonly #places: readonly Place[];
  readonly #index = new WordIndex();
  readonly #states: ReadonlySet<string>;
  readonly #named = new Map<string, Place[]>();

  /** The most populous first. */
  constructor(places: readonly Place[]) {
    this.#places = places;
    this.#states = new Set(places.map(({ state }) => plain(state)));
    for (const place of places) {
      this.#index.add([place.name, ...place.aliases]);
      for (const name of namesOf(place)) this.#named.set(name, [...(this.#named.get(name) ?? []), place]);
    }
  }

  /** Places that a text means, the likeliest first; it may end with the name of a state. */
  find(text: string, max: number): Place[] {
    const found = this.#ranked(text, () => true);
    if (found.length > 0) return found.slice(0, max);
    const wanted = plain(text);
    const state = [...this.#states].find((name) => wanted.endsWith(` ${name}`));
    if (state === undefined) return [];
    return this.#ranked(wanted.slice(0, -state.length), (place) => plain(place.state) === state).slice(0, max);
  }

  /** What else a city or locality is or was called; in which state helps where names repeat. */
  otherNames(name: string, state: string): readonly string[] {
    const called = this.#named.get(plain(name)) ?? [];
    const isState = this.#states.has(plain(state));
    const place = called.find((one) => plain(one.state) === plain(state)) ?? (isState ? undefined : called[0]);
    return place && place.aliases.length > 0 ? [place.name, ...place.aliases] : [];
  }

  #ranked(text: string, matches: (place: Place) => boolean): Place[] {
    const exact = plain(text);
    return this.#index
      .find(text)
      .flatMap(({ document, rank }) => {
        const place = this.#places[document];
        return place && matches(place) ? [{ place, rank: namesOf(place).includes(exact) ? 0 : rank }] : [];
      })
      .toSorted((a, b) => a.rank - b.rank || a.place.rank - b.place.rank)
      .map(({ place }) => place);
  }
}

function namesOf({ name, aliases }: Place): string[] {
  return [name, ...aliases].map(plain);
}
