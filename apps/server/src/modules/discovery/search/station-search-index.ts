import { setImmediate } from 'node:timers/promises';
import type { StationArea } from '#modules/network/index.ts';
import type { StationColumns } from '../list/station-columns.ts';
import type { StationKind } from '../list/station-kinds.ts';
import type { StationTexts } from '../list/station-texts.ts';
import type { Gazetteer } from './places.ts';
import { betterRank, searchText, ranksOfText, WordIndex, type Ranks } from './word-index.ts';

/** Other work gets a turn after this many stations. */
const GATHER_BATCH_SIZE = 500;

interface Named {
  stations: StationColumns;
  texts: StationTexts;
  areas: readonly StationArea[];
  kinds: readonly StationKind[];
  gazetteer: Gazetteer;
}

/** The words that stations are found by: name and pincode, current and former names of the area, and the network. */
export class StationSearchIndex {
  readonly #named: Named;
  readonly #own = new WordIndex();
  readonly #areas = new WordIndex();
  readonly #kinds = new WordIndex();
  /** In the form that is searched. */
  readonly #areaNames: string[][];
  readonly #networks: string[];

  private constructor(named: Named) {
    this.#named = named;
    const { areas, kinds, gazetteer } = named;
    this.#areaNames = areas.map(({ locality, city, state }) => {
      const otherNames = [...gazetteer.otherNames(city, state), ...gazetteer.otherNames(locality, state)];
      return [locality, city, state, ...otherNames].map(searchText);
    });
    this.#networks = kinds.map(({ traits }) => searchText(traits.network));
    for (const names of this.#areaNames) this.#areas.add(names);
    for (const network of this.#networks) this.#kinds.add([network]);
  }

  /** Built with pauses, because a large network takes a second and charge points must not wait. */
  static async of(named: Named): Promise<StationSearchIndex> {
    const words = new StationSearchIndex(named);
    for (let station = 0; station < named.stations.count; station += 1) {
      if (station % GATHER_BATCH_SIZE === GATHER_BATCH_SIZE - 1) await setImmediate();
      const { name, pincode } = named.texts.of(station);
      words.#own.add([name, pincode]);
    }
    for (const index of [words.#own, words.#areas, words.#kinds]) index.seal();
    return words;
  }

  /** By station: how well the text matches, 0 for not at all. Undefined if nothing matches. */
  find(text: string): Ranks | undefined {
    const { stations, texts } = this.#named;
    const begins = (names: readonly string[], beginning: string) => names.some((name) => name.startsWith(beginning));
    const areasBegin = new Map<number, boolean>();
    return ranksOfText(text, {
      ranksOf: (word, slips) => this.#ranksOf(word, slips),
      doesBegin: (station, beginning) => {
        const area = stations.areas[station] ?? 0;
        let areaBegins = areasBegin.get(area);
        if (areaBegins === undefined)
          areasBegin.set(area, (areaBegins = begins(this.#areaNames[area] ?? [], beginning)));
        if (areaBegins || this.#networks[stations.kinds[station] ?? 0]?.startsWith(beginning)) return true;
        const { name, pincode } = texts.of(station);
        return begins([searchText(name), searchText(pincode)], beginning);
      },
    });
  }

  #ranksOf(word: string, slips: number): Ranks | undefined {
    const { stations } = this.#named;
    const own = this.#own.ranksOf(word, slips);
    const ofAreas = this.#areas.ranksOf(word, slips);
    const ofKinds = this.#kinds.ranksOf(word, slips);
    if (!ofAreas && !ofKinds) return own;
    const ranks = own ?? new Uint8Array(stations.count);
    let isFound = own !== undefined;
    for (let station = 0; station < ranks.length; station += 1) {
      const area = ofAreas?.[stations.areas[station] ?? 0] ?? 0;
      const kind = ofKinds?.[stations.kinds[station] ?? 0] ?? 0;
      if (area === 0 && kind === 0) continue;
      isFound = true;
      ranks[station] = betterRank(ranks[station] ?? 0, betterRank(area, kind));
    }
    return isFound ? ranks : undefined;
  }
}
