/**
 * Words in Devanagari are searched by sound, because names are stored in Latin letters. These are the sounds of the
 * consonants.
 */

const CONSONANTS: Record<string, string> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'chh',
  ज: 'j',
  झ: 'jh',
  ञ: 'n',
  ट: 't',
  ठ: 'th',
  ड: 'd',
  ढ: 'dh',
  ण: 'n',
  त: 't',
  थ: 'th',
  द: 'd',
  ध: 'dh',
  न: 'n',
  प: 'p',
  फ: 'ph',
  ब: 'b',
  भ: 'bh',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  ळ: 'l',
  व: 'v',
  श: 'sh',
  ष: 'sh',
  स: 's',
  ह: 'h',
};
/** Consonants with a dot below. Two of them can be encoded in two ways. */
const DOTTED: Record<string, string> = { ज: 'z', फ: 'f', ड: 'r', ढ: 'rh' };
const TWOFOLD = /([डढ])\u093C/g;
const VOWELS: Record<string, string> = {
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ए: 'e',
  ऍ: 'e',
  ऐ: 'ai',
  ओ: 'o',
  ऑ: 'o',
  औ: 'au',
};
const SIGNS: Record<string, string> = {
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ॅ': 'e',
  'ै': 'ai',
  'ो': 'o',
  'ॉ': 'o',
  'ौ': 'au',
};
const DOT = '\u093C';
const NO_VOWEL = '\u094D';
const NASAL = /[\u0901\u0902]/;
/** Marks the vowel of a consonant without a vowel sign. It may be silent. */
const INHERENT = 'A';

export function isDevanagari(word: string): boolean {
  return /[\u0900-\u097F]/.test(word);
}

/** The usual Latin spellings of a Devanagari word, such as hebbal for हेब्बल. Two if both are usual. */
export function inLatin(word: string): string[] {
  const written = word.normalize('NFD');
  return [...new Set([written, written.replaceAll(TWOFOLD, '$1')])].map(lettersOf);
}

function lettersOf(word: string): string {
  const letters = [...word];
  let latin = '';
  for (const [at, letter] of letters.entries()) {
    const consonant = CONSONANTS[letter];
    const next = letters[at + 1] ?? '';
    if (consonant !== undefined) {
      latin += next === DOT ? (DOTTED[letter] ?? consonant) : consonant;
      const after = next === DOT ? (letters[at + 2] ?? '') : next;
      if (after !== NO_VOWEL && SIGNS[after] === undefined) latin += INHERENT;
    } else if (NASAL.test(letter)) latin += /[पफबभम]/.test(next) ? 'm' : 'n';
    else if (/[०-९]/.test(letter)) latin += String(letter.charCodeAt(0) - '०'.charCodeAt(0));
    else latin += VOWELS[letter] ?? SIGNS[letter] ?? (/[\u0900-\u097F]/.test(letter) ? '' : letter);
  }
  return (
    latin
      // The vowel is silent at the end of a word, and between a vowel with one consonant and a consonant with a vowel.
      .replace(/(?<=.)A$/, '')
      .replaceAll(/(?<=[Aaeiou][^Aaeiou\d]h*)A(?=[^Aaeiou\d]h*[Aaeiou])/g, '')
      .toLowerCase()
  );
}

const FIRST_VOWELS: Record<string, string> = { a: 'A', e: 'I', i: 'I', o: 'U', u: 'U' };

/** A key that is equal for different spellings of one sound: the consonants, and the vowel at the beginning. */
export function phoneticKey(word: string): string {
  return word
    .replaceAll(/t?ch+/g, 'C')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll('ck', 'k')
    .replaceAll(/[cq]/g, 'k')
    .replaceAll('C', 'c')
    .replaceAll('x', 'ks')
    .replaceAll('ph', 'f')
    .replaceAll('w', 'v')
    .replaceAll('z', 'j')
    .replaceAll(/(?<=.)h/g, '')
    .replaceAll(/(.)\1+/g, '$1')
    .replaceAll(/n(?=[pb])/g, 'm')
    .replace(/^([aeiou])[aeiou]*/, (_, first: string) => FIRST_VOWELS[first] ?? '')
    .replaceAll(/[aeiou]|(?<=.)y/g, '')
    .replace(/(?<=.)v$/, '')
    .toLowerCase();
}
