import { withLength } from '../list/station-columns.ts';
import { inLatin, isDevanagari, phoneticKey } from './devanagari.ts';

/** How well a document matches. Smaller is better. */
const BEGINS = 1;
const WORDS = 2;
const INSIDE = 3;
const SLIP = 4;
const SLIP_SO_FAR = 5;

/** Typing errors that are allowed in a word of this length, and at its beginning. With more, everything would match. */
const SLIPS = [
  { slips: 2, word: 8, beginning: 9 },
  { slips: 1, word: 4, beginning: 5 },
];
const MAX_SLIPS = 2;
const NO_SLIPS = { slips: 0, beginning: 0 };

/** Minimum number of sounds to find words that begin with them, and words that differ in one sound. */
const MIN_BEGINNING_SOUND = 3;
const MIN_NEAR_SOUND = 5;

/** Maximum number of words of a text that are searched. */
const MAX_WORDS = 10;

const LINE = '\n';

/** How well each document matches a text, 0 for not at all. */
export type Ranks = Uint8Array;

/** True if the document has the text's words, as whole words or beginnings. */
export function isWordMatch(rank: number): boolean {
  return rank <= WORDS;
}

/** True if a word of the text matched a similar spelling. */
export function isFuzzyMatch(rank: number): boolean {
  return rank >= SLIP;
}

/** What a search needs of an index. */
export interface Searched {
  /**
   * By document: the rank of its best matching word. The best is the first word of a field. Undefined if none matches.
   */
  ranksOf(word: string, slips: number): Ranks | undefined;
  /** True if one of its fields begins with these words. */
  doesBegin(document: number, text: string): boolean;
}

/**
 * Finds documents that have every word of the text. Ranks: a field begins with the text, words begin with the text's
 * words, words contain them. If nothing is found, one typing error in a word is allowed, then two: an extra, missing,
 * wrong or swapped letter.
 */
export function ranksOfText(text: string, searched: Searched): Ranks | undefined {
  const words = wordsOf(searchText(text)).slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  const maxSlips = Math.max(...words.map((word) => slipsFor(word, MAX_SLIPS).slips));
  for (let slips = 0; slips <= maxSlips; slips += 1) {
    const ranks = ranksOfWords(words, slips, searched);
    if (ranks) return ranks;
  }
  return undefined;
}

function ranksOfWords(words: string[], slips: number, searched: Searched): Ranks | undefined {
  const all: Ranks[] = [];
  for (const word of words) {
    const ranks = searched.ranksOf(word, slips);
    if (!ranks) return undefined;
    all.push(ranks);
  }
  const [first] = all;
  if (!first || all.length === 1) return first;
  const beginning = words.join(' ');
  const worst = new Uint8Array(first.length);
  let isFound = false;
  for (let document = 0; document < worst.length; document += 1) {
    let rank = WORDS;
    for (const ranks of all) rank = worseOf(rank, ranks[document] ?? 0);
    if (rank === 0) continue;
    isFound = true;
    const mayBegin = rank === WORDS && first[document] === BEGINS;
    worst[document] = mayBegin && searched.doesBegin(document, beginning) ? BEGINS : rank;
  }
  return isFound ? worst : undefined;
}

function worseOf(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : Math.max(a, b);
}

/** The better of two ranks, where 0 is none. */
export function betterRank(a: number, b: number): number {
  return a === 0 || (b !== 0 && b < a) ? b : a;
}

/**
 * Maps words to documents. All words are in one string, and all documents in one array. Each document's number is
 * doubled, and odd if a field begins with the word.
 */
export class WordIndex {
  /** The number of each word, while documents are added. */
  #numbers = new Map<string, number>();
  /** For each word of each document, the word's number, while documents are added. */
  #words = new Uint32Array(256);
  /** For each word of a document, the document. Sorted by word once all are added. */
  #places = new Uint32Array(256);
  #added = 0;
  #count = 0;
  /** All words, each between line breaks. */
  #text = LINE;
  /** Where each word begins in the text, and its documents in the array. */
  #begins = new Uint32Array(0);
  #rows = new Uint32Array(1);
  /** The sound of each word, built for the first Devanagari text. */
  #sounds: string[] | undefined;

  /** Adds a document by its fields, as people write them. */
  add(fields: readonly string[]): void {
    const document = this.#count;
    this.#count += 1;
    const places = new Map<string, number>();
    for (const field of fields) {
      for (const [at, word] of wordsOf(searchText(field)).entries()) {
        if (at === 0 || !places.has(word)) places.set(word, document * 2 + Number(at === 0));
      }
    }
    for (const [word, place] of places) {
      const number = this.#numbers.get(word) ?? this.#numbers.size;
      this.#numbers.set(word, number);
      if (this.#added === this.#words.length) {
        this.#words = withLength(this.#words, this.#added * 2);
        this.#places = withLength(this.#places, this.#added * 2);
      }
      this.#words[this.#added] = number;
      this.#places[this.#added] = place;
      this.#added += 1;
    }
  }

  /** Builds the index, when all documents are added. */
  seal(): void {
    const words = [...this.#numbers.keys()];
    this.#text = LINE + words.map((word) => word + LINE).join('');
    this.#begins = new Uint32Array(words.length + 1);
    this.#rows = new Uint32Array(words.length + 2);
    for (const [number, word] of words.entries())
      this.#begins[number + 1] = (this.#begins[number] ?? 0) + word.length + 1;
    // Counts the documents of each word first, then sums the counts: a word's documents are from its own entry to the
    // next.
    for (const word of this.#words.subarray(0, this.#added)) this.#rows[word + 2] = (this.#rows[word + 2] ?? 0) + 1;
    for (let word = 2; word < this.#rows.length; word += 1)
      this.#rows[word] = (this.#rows[word] ?? 0) + (this.#rows[word - 1] ?? 0);
    const places = new Uint32Array(this.#added);
    for (let index = 0; index < this.#added; index += 1) {
      const next = (this.#words[index] ?? 0) + 1;
      const row = this.#rows[next] ?? 0;
      places[row] = this.#places[index] ?? 0;
      this.#rows[next] = row + 1;
    }
    this.#places = places;
    this.#words = new Uint32Array(0);
    this.#numbers = new Map();
  }

  /**
   * By document: the rank of its best matching word. The best is the first word of a field. Undefined if none matches.
   */
  ranksOf(word: string, slips: number): Ranks | undefined {
    let ranks: Ranks | undefined;
    for (const { number, rank } of this.#like(word, slips)) {
      ranks ??= new Uint8Array(this.#count);
      const end = this.#rows[number + 1] ?? 0;
      for (let index = this.#rows[number] ?? 0; index < end; index += 1) {
        const place = this.#places[index] ?? 0;
        const document = place >>> 1;
        ranks[document] = betterRank(ranks[document] ?? 0, rank === WORDS && (place & 1) === 1 ? BEGINS : rank);
      }
    }
    return ranks;
  }

  /** Known words that match. */
  *#like(word: string, slips: number): Generator<{ number: number; rank: number }> {
    const count = this.#begins.length - 1;
    if (isDevanagari(word)) {
      yield* this.#soundingLike(word);
      return;
    }
    if (slipsFor(word, slips).slips > 0) {
      for (let number = 0; number < count; number += 1) {
        const rank = rankOf(word, this.#wordAt(number), slips);
        if (rank > 0) yield { number, rank };
      }
      return;
    }
    // Without typing errors, a word is searched in the string of all words.
    const sought = isNumber(word) ? LINE + word : word;
    for (let letter = this.#text.indexOf(sought); letter !== -1;) {
      const number = this.#numberAt(letter + sought.length - word.length);
      const rank = rankOf(word, this.#wordAt(number), slips);
      if (rank > 0) yield { number, rank };
      letter = this.#text.indexOf(sought, this.#begins[number + 1]);
    }
  }

  /**
   * Words with the same sound, similarly spelled ones first. Else words that begin with the sound, or differ from a
   * long one in one sound.
   */
  *#soundingLike(word: string): Generator<{ number: number; rank: number }> {
    const written = inLatin(word);
    const sounds = new Set(written.map(phoneticKey));
    sounds.delete('');
    const { same, begun, near } = this.#bySound([...sounds]);
    const isAlike = (number: number) => written.some((one) => isAsWritten(one, this.#wordAt(number)));
    const alike = new Set(same.filter(isAlike));
    for (const number of same) yield { number, rank: alike.size === 0 || alike.has(number) ? WORDS : INSIDE };
    if (same.length > 0) return;
    for (const number of begun.length > 0 ? begun : near) yield { number, rank: INSIDE };
  }

  #bySound(sounds: readonly string[]): Record<'same' | 'begun' | 'near', number[]> {
    this.#sounds ??= Array.from(this.#begins.subarray(1), (_, number) => phoneticKey(this.#wordAt(number)));
    const found: Record<'same' | 'begun' | 'near', number[]> = { same: [], begun: [], near: [] };
    for (const [number, known] of this.#sounds.entries()) {
      if (sounds.includes(known)) found.same.push(number);
      else if (sounds.some((sound) => sound.length >= MIN_BEGINNING_SOUND && known.startsWith(sound)))
        found.begun.push(number);
      else if (sounds.some((sound) => sound.length >= MIN_NEAR_SOUND && isWithin(1, sound, known, false)))
        found.near.push(number);
    }
    return found;
  }

  #wordAt(number: number): string {
    return this.#text.slice((this.#begins[number] ?? 0) + 1, this.#begins[number + 1]);
  }

  /** The number of the word at this position of the string. */
  #numberAt(letter: number): number {
    let [low, high] = [0, this.#begins.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#begins[middle] ?? 0) < letter) low = middle;
      else high = middle;
    }
    return low;
  }
}

function rankOf(word: string, known: string, maxSlips: number): number {
  if (known.startsWith(word)) return WORDS;
  // A number that contains another, or differs in a digit, is another pincode.
  if (isNumber(word)) return 0;
  if (known.includes(word)) return INSIDE;
  const { slips, beginning } = slipsFor(word, maxSlips);
  // The first letter is rarely wrong. If it is, two errors make it another word.
  if (slips === 0 || (slips > 1 && word[0] !== known[0])) return 0;
  if (isWithin(slips, word, known, false)) return SLIP;
  return word.length >= beginning && isWithin(slips, word, known, true) ? SLIP_SO_FAR : 0;
}

/** True if the spellings differ by no more errors than a typed word may have. */
function isAsWritten(written: string, known: string): boolean {
  return isWithin(slipsFor(written, MAX_SLIPS).slips, written, known, false);
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

function slipsFor(word: string, maxSlips: number): { slips: number; beginning: number } {
  return (
    (isNumber(word) ? undefined : SLIPS.find((one) => one.slips <= maxSlips && word.length >= one.word)) ?? NO_SLIPS
  );
}

/** True if this many errors turn the typed word into the known one, or into its beginning. */
function isWithin(slips: number, typed: string, known: string, isBeginning: boolean): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === known[same]) same += 1;
  const [left, right] = [typed.slice(same), known.slice(same)];
  if (left === '' && (isBeginning || right === '')) return true;
  const difference = left.length - right.length;
  if (slips === 0 || difference > slips || (!isBeginning && -difference > slips)) return false;
  const rest = (skippedTyped: number, skippedKnown: number): boolean =>
    isWithin(slips - 1, left.slice(skippedTyped), right.slice(skippedKnown), isBeginning);
  const isSwapped = left.length > 1 && left[0] === right[1] && left[1] === right[0];
  return rest(1, 1) || rest(1, 0) || rest(0, 1) || (isSwapped && rest(2, 2));
}

/** Lower case without accents, with only letters, digits and single spaces. */
export function searchText(text: string): string {
  // Most texts have this form, which is ten times as fast.
  if (/^[A-Za-z\d]+(?: [A-Za-z\d]+)*$/.test(text)) return text.toLowerCase();
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
