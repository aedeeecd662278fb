import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isGstin, normalizeGstin } from './gstin.ts';

const GSTINS = ['27AAPFU0939F1ZV', '29AAPFU0939F1ZR'];
const SIGNS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

test.each(GSTINS)('%s is a GSTIN [TAX-24]', (gstin) => {
  expect(isGstin(gstin)).toBe(true);
});

test.each([
  '',
  '27AAPFU0939F1Z',
  '27AAPFU0939F1ZVV',
  '27aapfu0939f1zv',
  '27AAPFU0939F1XV',
  'AAPFU0939F1ZV27',
  '२७AAPFU0939F1ZV',
])('%j is not a GSTIN', (text) => expect(isGstin(text)).toBe(false));

test('a GSTIN with an unknown State is invalid, even if its check character is right [TAX-24]', () => {
  const ofNowhere = SIGNS.map((check) => `98AAPFU0939F1Z${check}`);
  expect(ofNowhere.filter(isGstin)).toEqual([]);
});

test('every single mistyped character is found [TAX-24]', () => {
  fc.assert(
    fc.property(fc.constantFrom(...GSTINS), fc.nat(14), fc.constantFrom(...SIGNS), (gstin, at, sign) => {
      const typed = gstin.slice(0, at) + sign + gstin.slice(at + 1);
      expect(isGstin(typed)).toBe(typed === gstin);
    }),
  );
});

test('typed text is converted to upper case, without spaces and hyphens', () => {
  expect(normalizeGstin(' 27-aapfu 0939f1zv\n')).toBe('27AAPFU0939F1ZV');
});
