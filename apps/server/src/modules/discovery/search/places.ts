import * as z from 'zod/mini';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { Database } from '#db/database.ts';
import type { Locality } from '#modules/network/index.ts';
import { replacePlaces, type Town } from './places.store.ts';
import { isWordMatch, isFuzzyMatch, searchText, ranksOfText, WordIndex, type Ranks } from './word-index.ts';

/** A place in the compact file, most populous first. 0 stands for an omitted field. */
const row = z.tuple([
  /** Name. */
  z.string(),
  /** Index in the list of states. */
  z.int(),
  /** Latitude and longitude in degrees. */
  z.number(),
  z.number(),
  /** Population. It is not needed, because the order shows it. */
  z.optional(z.number()),
  /** Other names. */
  z.optional(z.nullable(z.union([z.array(z.string()), z.literal(0)]))),
  /** District. */
  z.optional(z.nullable(z.union([z.string(), z.literal(0)]))),
]);
const file = z.object({ states: z.array(z.object({ name: z.string() })), rows: z.array(row) });

/** Replaces the places with those of the file that comes with Bijli. */
export async function savePlaces(database: Database, contents: unknown): Promise<void> {
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

/** A place that matches a text: a town, or a locality with stations. */
export type MatchingPlace = Pick<Town, 'name' | 'state'> &
  Coordinates &
  Partial<Pick<Town, 'aliases'>> &
  Partial<Pick<Locality, 'city' | 'stations'>>;

/** Two places with one name that are closer than this are the same. */
const SAME_KM = 15;

interface RankedPlace {
  place: MatchingPlace;
  rank: number;
}

/** Finds places by their current and former names. */
export class Gazetteer {
  readonly #towns: readonly Town[];
  /** Towns, most populous first, then localities, those with most stations first. Each once. */
  readonly #places: readonly MatchingPlace[];
  readonly #index = new WordIndex();
  readonly #named = new Map<string, Town[]>();
  readonly #states: ReadonlySet<string>;
  /** Names of all States and cities that a place can be in. */
  readonly #areas: ReadonlySet<string>;

  /** Both lists have the largest first. */
  constructor(towns: readonly Town[], localities: readonly Locality[]) {
    this.#towns = towns;
    this.#states = new Set(towns.map(({ state }) => searchText(state)));
    for (const town of towns) {
      for (const name of namesOf(town)) this.#named.set(name, [...(this.#named.get(name) ?? []), town]);
    }
    const known = new Set<MatchingPlace>();
    const parts = localities.map((locality): MatchingPlace => {
      const town = this.#townOf(locality);
      if (town) known.add(town);
      return { ...locality, ...(town && { aliases: town.aliases }) };
    });
    this.#places = [...towns.filter((town) => !known.has(town)), ...parts];
    for (const { name, aliases = [] } of this.#places) this.#index.add([name, ...aliases]);
    this.#index.seal();
    this.#areas = new Set(this.#places.flatMap((place) => this.#areasOf(place)));
  }

  /**
   * Finds places for a text, likeliest first. Those in the State at `lookedAt` come before all others. The text may end
   * with the name of a State or, for a locality, of its city. `isFuzzyMatch`: none is spelled exactly like the text.
   */
  find(text: string, max: number, lookedAt?: Coordinates): { places: MatchingPlace[]; isFuzzyMatch: boolean } {
    const ranked = this.#ranked(text);
    const state = lookedAt && this.#stateAt(lookedAt);
    const isHere = ({ place }: RankedPlace) => place.state === state;
    // Nearby, a locality is more likely meant. Farther away, a town.
    const isLikelier = (one: RankedPlace) => (one.place.city !== undefined) === isHere(one);
    const inOrder = ranked.toSorted(
      (a, b) =>
        Number(!isWordMatch(a.rank)) - Number(!isWordMatch(b.rank)) ||
        Number(isHere(b)) - Number(isHere(a)) ||
        a.rank - b.rank ||
        Number(isLikelier(b)) - Number(isLikelier(a)),
    );
    return {
      places: inOrder.slice(0, max).map(({ place }) => place),
      isFuzzyMatch: ranked.every(({ rank }) => isFuzzyMatch(rank)),
    };
  }

  /** Other names of a city or locality. The State helps if names repeat. */
  otherNames(name: string, state: string): readonly string[] {
    const called = this.#named.get(searchText(name)) ?? [];
    const isState = this.#states.has(searchText(state));
    const place =
      called.find((one) => searchText(one.state) === searchText(state)) ?? (isState ? undefined : called[0]);
    return place && place.aliases.length > 0 ? [place.name, ...place.aliases] : [];
  }

  /** The town that is the same place as a locality, if it is known. */
  #townOf(locality: Locality): Town | undefined {
    return this.#named
      .get(searchText(locality.name))
      ?.find((town) => town.state === locality.state && distanceKm(town, locality) < SAME_KM);
  }

  /** The State of the nearest town. */
  #stateAt(spot: Coordinates): string | undefined {
    let nearest: { state: string; km: number } | undefined;
    for (const town of this.#towns) {
      const km = distanceKm(spot, town);
      if (!nearest || km < nearest.km) nearest = { state: town.state, km };
    }
    return nearest?.state;
  }

  /** Ranks places by the whole text, or by its beginning if the rest names the place's State or city. */
  #ranked(text: string): RankedPlace[] {
    const words = searchText(text).split(' ');
    const known = new Map<string, Ranks | undefined>();
    for (let length = words.length; length > 0; length -= 1) {
      const within = words.slice(length).join(' ');
      if (within !== '' && !this.#areas.has(within)) continue;
      const ranked = this.#called(words.slice(0, length).join(' '), known).filter(
        ({ place }) => within === '' || this.#areasOf(place).includes(within),
      );
      if (ranked.length > 0) return ranked;
    }
    return [];
  }

  /** `known`: results by word and number of typing errors. */
  #called(name: string, known: Map<string, Ranks | undefined>): RankedPlace[] {
    const ranks = ranksOfText(name, {
      ranksOf: (word, slips) => {
        const key = `${word} ${slips}`;
        if (!known.has(key)) known.set(key, this.#index.ranksOf(word, slips));
        return known.get(key);
      },
      doesBegin: (document, text) => this.#namesAt(document).some((one) => one.startsWith(text)),
    });
    const ranked: RankedPlace[] = [];
    for (const [document, rank] of ranks?.entries() ?? []) {
      const place = this.#places[document];
      if (place && rank > 0) ranked.push({ place, rank: this.#namesAt(document).includes(name) ? 0 : rank });
    }
    return ranked.toSorted((a, b) => a.rank - b.rank);
  }

  #namesAt(document: number): string[] {
    const place = this.#places[document];
    return place ? namesOf(place) : [];
  }

  /** Names of a place's State and, for a locality, of its city. */
  #areasOf({ city, state }: MatchingPlace): string[] {
    const names = city === undefined ? [] : [city, ...this.otherNames(city, state)];
    return [state, ...names].map(searchText);
  }
}

function namesOf({ name, aliases = [] }: MatchingPlace): string[] {
  return [name, ...aliases].map(searchText);
}
