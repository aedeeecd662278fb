import { expect, test } from 'vitest';
import { inLatin, phoneticKey } from './devanagari.ts';

test.each([
  ['हेब्बल', 'hebbal'],
  ['मुंबई', 'mumbai'],
  ['बेंगलुरु', 'bengaluru'],
  ['कोलकाता', 'kolkata'],
  ['ग़ाज़ियाबाद', 'gaziyabad'],
  ['लखनऊ', 'lakhnau'],
  ['६२', '62'],
  // A dot below may be a letter of its own.
  ['चंडीगढ\u093C', 'chandigarh'],
])('%s is written %s in Latin letters', (word, latin) => {
  expect(inLatin(word)[0]).toBe(latin);
});

test('a text that can be transliterated in two ways is searched in both', () => {
  expect(inLatin('जूनागढ़')).toEqual(['junagarh', 'junagadh']);
});

test.each([
  ['व्हाइटफील्ड', 'whitefield'],
  ['लखनऊ', 'lucknow'],
  ['सेक्टर', 'sector'],
  ['मैसूर', 'mysore'],
  ['इंदौर', 'indore'],
  ['इलेक्ट्रॉनिक', 'electronic'],
  ['कोझिकोड', 'kozhikode'],
])('%s sounds like %s', (word, name) => {
  expect(inLatin(word).map(phoneticKey)).toContain(phoneticKey(name));
});
