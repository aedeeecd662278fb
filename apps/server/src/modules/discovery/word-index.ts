import { inLatin, isDevanagari, phoneticKey } from './devanagari.ts';
import { withLength } from './station-columns.ts';

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

/** Sounds of a word, so many of which are needed to find those that begin so, and those that are a sound away. */
const MIN_BEGINNING_SOUND = 3;
const MIN_NEAR_SOUND = 5;

/** Words of a text beyond these are not looked at. */
const MAX_WORDS = 10;

const LINE = '\n';

/** How well each document was found by a text, 0 for not at all. */
export type Ranks = Uint8Array;

/** It has the text's words, as whole words or at their beginning. */
export function isWordMatch(rank: number): boolean {
  return rank <= WORDS;
}

/** A word of the text was taken for another that is spelled nearly so. */
export function isFuzzyMatch(rank: number): boolean {
  return rank >= SLIP;
}

/** What a text is looked for in. */
export interface Searched {
  /** By document: how well its best word matches; the best is the first word of a field. Undefined where none does. */
  ranksOf(word: string, slips: number): Ranks | undefined;
  /** Whether one of its fields begins with these words. */
  begins(document: number, text: string): boolean;
}

/**
 * Documents that have every word of the text: those with a field that begins with the text, then with words that begin with the
 * text's words, then with words that hold them. Only when there is none, words that are a slip away, and only then two: a
 * letter too many, too few, wrong, or changed with its neighbour.
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
    worst[document] = mayBegin && searched.begins(document, beginning) ? BEGINS : rank;
  }
  return isFound ? worst : undefined;
}

function worseOf(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : Math.max(a, b);
}

/** The better of two; 0 is none. */
export function betterRank(a: number, b: number): number {
  return a === 0 || (b !== 0 && b < a) ? b : a;
}

/**
 * Which documents have which words: all the words behind one another in one text, the documents in one row of numbers, each
 * doubled, and odd where a field begins with the word.
 */
export class WordIndex {
  /** While documents are added: the number of each word. */
  #numbers = new Map<string, number>();
  /** While documents are added, for each of their words: its number. */
  #words = new Uint32Array(256);
  /** For each word of a document: where it stands. In the order of the words once all documents are added. */
  #places = new Uint32Array(256);
  #added = 0;
  #count = 0;
  /** Each word with a line's end before and after it. */
  #text = LINE;
  /** Where each word begins in the text, and its documents in the row. */
  #begins = new Uint32Array(0);
  #rows = new Uint32Array(1);
  /** How each word sounds; made by the first text in Devanagari. */
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

  /** No more will come, and words can be found. */
  seal(): void {
    const words = [...this.#numbers.keys()];
    this.#text = LINE + words.map((word) => word + LINE).join('');
    this.#begins = new Uint32Array(words.length + 1);
    this.#rows = new Uint32Array(words.length + 2);
    for (const [number, word] of words.entries())
      this.#begins[number + 1] = (this.#begins[number] ?? 0) + word.length + 1;
    // Counted, then put where those before it end: a word's row is from its own number to the next.
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

  /** By document: how well its best word matches; the best is the first word of a field. Undefined where none does. */
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
    // Without slips a word is found in the text of all at once.
    const sought = isNumber(word) ? LINE + word : word;
    for (let letter = this.#text.indexOf(sought); letter !== -1;) {
      const number = this.#numberAt(letter + sought.length - word.length);
      const rank = rankOf(word, this.#wordAt(number), slips);
      if (rank > 0) yield { number, rank };
      letter = this.#text.indexOf(sought, this.#begins[number + 1]);
    }
  }

  /** First those that sound so and are spelled so, then those that sound so; else those that begin so, or that are a sound away from a long one. */
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

  /** The word that this letter of the text is in. */
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
  // A number inside a number, or one digit beside it, is another pincode.
  if (isNumber(word)) return 0;
  if (known.includes(word)) return INSIDE;
  const { slips, beginning } = slipsFor(word, maxSlips);
  // Few miss the first letter; with it, two slips make another word.
  if (slips === 0 || (slips > 1 && word[0] !== known[0])) return 0;
  if (isWithin(slips, word, known, false)) return SLIP;
  return word.length >= beginning && isWithin(slips, word, known, true) ? SLIP_SO_FAR : 0;
}

/** Whether no more slips lie between than there may be in a word that is typed. */
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

/** Whether so many slips turn the typed word into the known one, or into its beginning. */
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

/** Lower case, without accents, and nothing but letters, digits and single spaces. */
export function searchText(text: string): string {
  // Most texts are so, and this is ten times as fast.
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
