/** How well a document was found: smaller is better. */
const BEGINS = 1;
const WORDS = 2;
const INSIDE = 3;
const SLIP = 4;
const SLIP_SO_FAR = 5;

/** How many slips a word of so many letters may hold, and the beginning of one: with more, everything would be near it. */
const SLIPS = [
  { slips: 2, word: 8, beginning: 9 },
  { slips: 1, word: 4, beginning: 5 },
];
const MAX_SLIPS = 2;
const NO_SLIPS = { slips: 0, beginning: 0 };

/** Words of a text beyond these are not looked at. */
const MAX_WORDS = 10;

/** Before every field of a document, so that its beginning can be looked for. */
const FIELD = '\n';

export interface FoundWord {
  /** Place of the document among those added. */
  document: number;
  rank: number;
}

/** It has the text's words, as whole words or at their beginning. */
export function isByWords(rank: number): boolean {
  return rank <= WORDS;
}

/** A word of the text was taken for another that is spelled nearly so. */
export function isGuess(rank: number): boolean {
  return rank >= SLIP;
}

/** Finds documents of a few short fields by the words in them. */
export class WordIndex {
  readonly #documents: string[] = [];
  readonly #placesOf = new Map<string, number[]>();
  /** Most fields are those of many documents: cities, states, networks. */
  readonly #written = new Map<string, string>();

  /** Adds a document by its fields, as people write them. */
  add(fields: readonly string[]): void {
    const document = this.#documents.length;
    const text = fields.map((field) => FIELD + this.#plain(field)).join('');
    this.#documents.push(text);
    for (const word of wordsOf(text)) {
      const places = this.#placesOf.get(word);
      if (!places) this.#placesOf.set(word, [document]);
      else if (places.at(-1) !== document) places.push(document);
    }
  }

  /**
   * Documents that have every word of the text, best first: a field that begins with the text, then words that begin with
   * the text's words, then words that hold them. Only when there is none, words that are a slip away, and only then two: a
   * letter too many, too few, wrong, or changed with its neighbour.
   */
  find(text: string): FoundWord[] {
    const words = wordsOf(plain(text)).slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    for (let slips = 0; slips <= MAX_SLIPS; slips += 1) {
      const found = this.#findTerms(words, slips);
      if (found.length > 0) return found.toSorted((a, b) => a.rank - b.rank);
    }
    return [];
  }

  #plain(field: string): string {
    const before = this.#written.get(field) ?? plain(field);
    this.#written.set(field, before);
    return before;
  }

  #findTerms(words: string[], slips: number): FoundWord[] {
    const ranks: Uint8Array[] = [];
    for (const word of words) {
      const ranksOfWord = this.#ranksOf(word, slips);
      if (!ranksOfWord) return [];
      ranks.push(ranksOfWord);
    }
    const beginning = FIELD + words.join(' ');
    const found: FoundWord[] = [];
    for (const [document, text] of this.#documents.entries()) {
      let worst = 0;
      for (const rankOf of ranks) {
        const rank = rankOf[document] ?? 0;
        worst = rank === 0 ? Infinity : Math.max(worst, rank);
      }
      if (worst === Infinity) continue;
      found.push({ document, rank: worst === WORDS && text.includes(beginning) ? BEGINS : worst });
    }
    return found;
  }

  /** By document: how well its best word matches; 0 for not at all. Undefined where none does. */
  #ranksOf(word: string, slips: number): Uint8Array | undefined {
    const ranks = new Uint8Array(this.#documents.length);
    let isFound = false;
    for (const [known, places] of this.#placesOf) {
      const rank = rankOf(word, known, slips);
      if (rank === 0) continue;
      isFound = true;
      for (const place of places) {
        const before = ranks[place] ?? 0;
        if (before === 0 || rank < before) ranks[place] = rank;
      }
    }
    return isFound ? ranks : undefined;
  }
}

function rankOf(word: string, known: string, most: number): number {
  if (known.startsWith(word)) return WORDS;
  // A number inside a number, or one digit beside it, is another pincode.
  if (/^\d+$/.test(word)) return 0;
  if (known.includes(word)) return INSIDE;
  const { slips, beginning } = SLIPS.find((one) => one.slips <= most && word.length >= one.word) ?? NO_SLIPS;
  // Few miss the first letter; with it, two slips make another word.
  if (slips === 0 || (slips > 1 && word[0] !== known[0])) return 0;
  if (isWithin(slips, word, known, false)) return SLIP;
  return word.length >= beginning && isWithin(slips, word, known, true) ? SLIP_SO_FAR : 0;
}

/** Whether so many slips turn the typed word into the known one, or into its beginning. */
function isWithin(slips: number, typed: string, known: string, beginning: boolean): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === known[same]) same += 1;
  const [left, right] = [typed.slice(same), known.slice(same)];
  if (left === '' && (beginning || right === '')) return true;
  const difference = left.length - right.length;
  if (slips === 0 || difference > slips || (!beginning && -difference > slips)) return false;
  const rest = (skippedTyped: number, skippedKnown: number): boolean =>
    isWithin(slips - 1, left.slice(skippedTyped), right.slice(skippedKnown), beginning);
  const isSwapped = left.length > 1 && left[0] === right[1] && left[1] === right[0];
  return rest(1, 1) || rest(1, 0) || rest(0, 1) || (isSwapped && rest(2, 2));
}

/** Lower case, without accents, and nothing but letters, digits and single spaces. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

function wordsOf(plainText: string): string[] {
  return plainText.split(/\s+/).filter((word) => word !== '');
}
