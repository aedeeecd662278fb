import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Smallest } from './smallest.ts';

test('returns the first of the whole in order, equal ones as they came', () => {
  const one = fc.record({ size: fc.nat(20), id: fc.nat() });
  fc.assert(
    fc.property(fc.array(one), fc.nat(8), (all, count) => {
      const smallest = new Smallest<(typeof all)[number]>(count, (a, b) => a.size - b.size);
      for (const each of all) smallest.add(each);
      expect(smallest.sorted).toEqual(all.toSorted((a, b) => a.size - b.size).slice(0, count));
    }),
  );
});
