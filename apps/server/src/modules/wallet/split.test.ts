import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertTaxedAmount, splitAmount } from './split.ts';

const paise = fc.integer({ min: 0, max: 10_000_000 });
const PARTS = ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise'] as const;
const amount = fc
  .record({ taxablePaise: paise, cgstPaise: paise, sgstPaise: paise, igstPaise: paise })
  .map((parts) => ({ ...parts, totalPaise: PARTS.reduce((sum, part) => sum + parts[part], 0) }));

test('an amount splits into what a sum pays for and the rest, and no paisa is lost or added', () => {
  fc.assert(
    fc.property(amount, paise, (whole, money) => {
      const { paid, rest } = splitAmount(whole, money);
      assertTaxedAmount(paid);
      assertTaxedAmount(rest);
      expect(paid.totalPaise).toBe(Math.min(money, whole.totalPaise));
      for (const part of [...PARTS, 'totalPaise'] as const) expect(paid[part] + rest[part]).toBe(whole[part]);
    }),
  );
});

test('an amount with fractions, below zero, or with a wrong total is refused', () => {
  const nothing = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, totalPaise: 0 };
  expect(() => assertTaxedAmount(nothing)).not.toThrow();
  for (const odd of [
    { taxablePaise: 1.5, totalPaise: 1.5 },
    { taxablePaise: 100, cgstPaise: -1, totalPaise: 99 },
    { taxablePaise: 100, totalPaise: 101 },
    { igstPaise: 18, totalPaise: 0 },
  ])
    expect(() => assertTaxedAmount({ ...nothing, ...odd })).toThrow('not an amount with its taxes');
});
