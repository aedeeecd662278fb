import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { taxedDifference, taxOn, taxIncludedIn } from './taxed-amount.ts';

const total = fc.integer({ min: 1, max: 100_000_000_00 });
const supplies = fc.constantFrom('intra_state', 'inter_state');
const rate = fc.constantFrom(0, 5, 12, 18, 28, 40);

describe('the tax in a price', () => {
  test('and the taxable part add up to the total, to the paisa [TAX-3]', () => {
    fc.assert(
      fc.property(total, rate, supplies, (totalPaise, percent, supply) => {
        const price = taxIncludedIn(totalPaise, percent * 100, supply);
        expect(price.taxablePaise + price.cgstPaise + price.sgstPaise + price.igstPaise).toBe(totalPaise);
        expect(price.totalPaise).toBe(totalPaise);
        expect(Object.values(price).every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
      }),
    );
  });

  test('is CGST and SGST in equal halves within the State, and only IGST outside [TAX-4]', () => {
    fc.assert(
      fc.property(total, rate, (totalPaise, percent) => {
        const home = taxIncludedIn(totalPaise, percent * 100, 'intra_state');
        const away = taxIncludedIn(totalPaise, percent * 100, 'inter_state');
        expect([home.cgstPaise, home.igstPaise]).toEqual([home.sgstPaise, 0]);
        expect([away.cgstPaise, away.sgstPaise]).toEqual([0, 0]);
        // Two halves are rounded separately, the whole only once.
        expect(Math.abs(home.cgstPaise + home.sgstPaise - away.igstPaise)).toBeLessThanOrEqual(1);
        expect(Math.abs(away.igstPaise - (totalPaise * percent) / (100 + percent))).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test('of ₹32,999.00 at 5 % is ₹785.69 and ₹785.69, or ₹1,571.38 [TAX-3]', () => {
    expect(taxIncludedIn(3_299_900, 500, 'intra_state')).toMatchObject({
      taxablePaise: 3_142_762,
      cgstPaise: 78_569,
      sgstPaise: 78_569,
    });
    expect(taxIncludedIn(3_299_900, 500, 'inter_state')).toMatchObject({ taxablePaise: 3_142_762, igstPaise: 157_138 });
  });
});

describe('the tax on an amount', () => {
  test('is CGST and SGST in equal halves within the State, and only IGST outside [TAX-4]', () => {
    expect(taxOn(10_000, 1800, 'intra_state')).toEqual({
      taxablePaise: 10_000,
      cgstPaise: 900,
      sgstPaise: 900,
      igstPaise: 0,
      totalPaise: 11_800,
    });
    expect(taxOn(10_000, 1800, 'inter_state')).toEqual({
      taxablePaise: 10_000,
      cgstPaise: 0,
      sgstPaise: 0,
      igstPaise: 1800,
      totalPaise: 11_800,
    });
  });

  test('rounds each half up to the paisa, and IGST is both halves together [TAX-2]', () => {
    // Half of the tax is 4.5 paise here, and 4.41 in the next line.
    expect(taxOn(50, 1800, 'intra_state')).toMatchObject({ cgstPaise: 5, sgstPaise: 5, totalPaise: 60 });
    expect(taxOn(50, 1800, 'inter_state')).toMatchObject({ igstPaise: 10, totalPaise: 60 });
    expect(taxOn(49, 1800, 'intra_state')).toMatchObject({ cgstPaise: 4, sgstPaise: 4, totalPaise: 57 });
    expect(taxOn(49, 1800, 'inter_state')).toMatchObject({ igstPaise: 8, totalPaise: 57 });
    fc.assert(
      fc.property(total, rate, supplies, (taxablePaise, percent, supply) => {
        const { cgstPaise, sgstPaise, igstPaise, totalPaise } = taxOn(taxablePaise, percent * 100, supply);
        expect(totalPaise).toBe(taxablePaise + cgstPaise + sgstPaise + igstPaise);
        expect(Math.abs(totalPaise - (taxablePaise * (100 + percent)) / 100)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('gives the same total within the State and outside, for every amount and rate [TAX-27]', () => {
    for (let paise = 0; paise <= 20_000; paise += 1)
      expect(taxOn(paise, 1800, 'inter_state').totalPaise).toBe(taxOn(paise, 1800, 'intra_state').totalPaise);
    fc.assert(
      fc.property(total, fc.nat(5000), (taxablePaise, basisPoints) => {
        const home = taxOn(taxablePaise, basisPoints, 'intra_state');
        const away = taxOn(taxablePaise, basisPoints, 'inter_state');
        expect([away.taxablePaise, away.totalPaise]).toEqual([home.taxablePaise, home.totalPaise]);
        expect(away.igstPaise).toBe(home.cgstPaise + home.sgstPaise);
      }),
    );
  });
});

test('two amounts of one tax rate differ by a valid amount, whichever is larger', () => {
  fc.assert(
    fc.property(total, total, rate, supplies, (a, b, percent, supply) => {
      const [less, more] = [a, b].toSorted((x, y) => x - y).map((paise) => taxOn(paise, percent * 100, supply));
      if (!less || !more) return;
      const apart = taxedDifference(more, less);
      expect(taxedDifference(less, more)).toEqual(apart);
      for (const part of ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise', 'totalPaise'] as const)
        expect(less[part] + apart[part]).toBe(more[part]);
    }),
  );
});
