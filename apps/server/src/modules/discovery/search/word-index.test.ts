import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchText, ranksOfText, WordIndex } from './word-index.ts';

const towns = ['Powai', 'Bengaluru', 'Koramangala', 'Saket', 'Chhatrapati Sambhajinagar', 'Panvel'];
/** Documents that a text finds, the best first. */
function finder(documents: string[][]) {
  const index = new WordIndex();
  for (const fields of documents) index.add(fields);
  index.seal();
  const doesBegin = (document: number, text: string) =>
    documents[document]?.some((field) => searchText(field).startsWith(text)) ?? false;
  return (text: string): number[] => {
    const ranks = ranksOfText(text, { ranksOf: (word, slips) => index.ranksOf(word, slips), doesBegin });
    return [...(ranks ?? []).entries()]
      .filter(([, rank]) => rank > 0)
      .toSorted(([, a], [, b]) => a - b)
      .map(([document]) => document);
  };
}
const find = finder(towns.map((town) => [`Bijli Hub ${town}`, town]));
const found = (text: string) => find(text).map((document) => towns[document]);

describe('words are found', () => {
  test('in any order, from their beginning, regardless of case and accents', () => {
    expect(found('powai HUB')).toEqual(['Powai']);
    expect(found('koraman')).toEqual(['Koramangala']);
    expect(found('Sāket')).toEqual(['Saket']);
    expect(found('bijli')).toHaveLength(towns.length);
    expect(found('powai saket')).toEqual([]);
    expect(found('--')).toEqual([]);
  });

  test('with the best first: a field that begins with the text, a word that does, a word that contains it', () => {
    const ranked = finder([['Mainpuri'], ['Hotel Puri'], ['Puri Beach'], ['Nothing']]);
    expect(ranked('puri')).toEqual([2, 1, 0]);
    const several = finder([['Hotel', 'Beach Puri'], ['Puri', 'Beach'], ['Old Puri Beach'], ['Puri Beach']]);
    expect(several('puri beach')).toEqual([3, 0, 1, 2]);
  });

  test.each([
    'Powia',
    'Pawai',
    'Powaii',
    'Poai',
    'Bengalru',
    'Begaluru',
    'Bengaluri',
    'Sambajinagar',
    'Kormang',
    'hub pwoai',
  ])('despite one typing error: %s', (typed) => {
    expect(found(typed)).toHaveLength(1);
  });

  test.each(['korramangla', 'Kormangla', 'Koramnagla', 'hub kormngala', 'korramang', 'Bengluruu'])(
    'a long one despite two: %s',
    (typed) => {
      expect(found(typed)).toHaveLength(1);
    },
  );

  test('not with more errors than that, nor with two in a short word or another first letter', () => {
    for (const typed of ['Pwoia', 'korramngla', 'borramangala', 'korrmagn']) expect(found(typed)).toEqual([]);
  });

  test('with one error before any with two', () => {
    const near = finder([['Mangaluru'], ['Mangalore']]);
    expect(near('Mangalora')).toEqual([1]);
  });

  test('not with an error in a number, which would be another pincode', () => {
    expect(finder([['411001']])('411002')).toEqual([]);
    expect(finder([['411001']])('1100')).toEqual([]);
    expect(finder([['411001']])('4110')).toHaveLength(1);
  });

  test('as written before any with an error', () => {
    const near = finder([['Pune'], ['Puna']]);
    expect(near('pune')).toEqual([0]);
  });

  test('despite every kind of typing error', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const slip = fc.record({ kind: fc.constantFrom('drop', 'add', 'change', 'swap'), at: fc.nat(), letter });
    fc.assert(
      fc.property(
        fc.string({ unit: letter, minLength: 5, maxLength: 12, size: 'max' }),
        slip,
        (word, { kind, at, letter: other }) => {
          const index = at % (word.length - 1);
          const [before, here, next, after] = [
            word.slice(0, index),
            word[index],
            word[index + 1],
            word.slice(index + 2),
          ];
          const typed = {
            drop: `${before}${next}${after}`,
            add: `${before}${other}${here}${next}${after}`,
            change: `${before}${other}${next}${after}`,
            swap: `${before}${next}${here}${after}`,
          }[kind];
          return typed !== undefined && finder([[word]])(typed).length === 1;
        },
      ),
    );
  });
});
