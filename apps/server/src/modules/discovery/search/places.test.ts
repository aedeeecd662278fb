import { expect, test } from 'vitest';
import { Gazetteer } from './places.ts';

const STATES = ['Karnataka', 'Kerala', 'Assam'];
const towns = Array.from({ length: 4000 }, (_, rank) => ({
  rank,
  name: `Pur${rank.toString(26).replaceAll(/\d/g, (digit) => String.fromCodePoint(112 + Number(digit)))}`,
  latitude: 10 + rank / 400,
  longitude: 76,
  state: STATES[rank % STATES.length] ?? '',
  aliases: [],
  district: '',
}));
const gazetteer = new Gazetteer(towns, []);

/** How long a search takes at the least of three, ms. */
function costOf(text: string): number {
  const costs = [1, 2, 3].map(() => {
    const began = performance.now();
    gazetteer.find(text, 5);
    return performance.now() - began;
  });
  return Math.min(...costs);
}

test.each([
  ['of many short words', 'q x '.repeat(25)],
  ['of Hindi letters', 'बेंगलुरु'.repeat(12)],
  ['of signs that stand for many words each', 'ﷺ'.repeat(100)],
  ['of many States', 'Kerala Assam '.repeat(7)],
])('a search for a text %s takes less than a second', (_, text) => {
  expect(costOf(text)).toBeLessThan(1_000);
});
