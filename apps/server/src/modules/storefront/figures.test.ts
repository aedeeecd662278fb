import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresOf, goodsBill } from './figures.ts';

const total = fc.integer({ min: 1, max: 100_000_000_00 });
const rate = fc.constantFrom(0, 5, 12, 18, 28, 40);

describe('the tax in a price', () => {
  test('and what is taxed make up the total, to the paisa [TAX-3]', () => {
    fc.assert(
      fc.property(total, rate, fc.boolean(), (totalPaise, percent, sameState) => {
        const bill = goodsBill(totalPaise, percent, sameState);
        expect(bill.taxablePaise + bill.cgstPaise + bill.sgstPaise + bill.igstPaise).toBe(totalPaise);
        expect(bill.totalPaise).toBe(totalPaise);
        expect(Object.values(bill).every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
      }),
    );
  });

  test('is CGST and SGST in equal halves inside the state, and IGST alone outside [TAX-4]', () => {
    fc.assert(
      fc.property(total, rate, (totalPaise, percent) => {
        const [home, away] = [goodsBill(totalPaise, percent, true), goodsBill(totalPaise, percent, false)];
        expect([home.cgstPaise, home.igstPaise]).toEqual([home.sgstPaise, 0]);
        expect([away.cgstPaise, away.sgstPaise]).toEqual([0, 0]);
        // Two halves are rounded, one whole is rounded once.
        expect(Math.abs(home.cgstPaise + home.sgstPaise - away.igstPaise)).toBeLessThanOrEqual(1);
        expect(Math.abs(away.igstPaise - (totalPaise * percent) / (100 + percent))).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test('of ₹32,999.00 at 5 % is ₹785.69 and ₹785.69, or ₹1,571.38 [TAX-3]', () => {
    expect(goodsBill(3_299_900, 5, true)).toMatchObject({
      taxablePaise: 3_142_762,
      cgstPaise: 78_569,
      sgstPaise: 78_569,
    });
    expect(goodsBill(3_299_900, 5, false)).toMatchObject({ taxablePaise: 3_142_762, igstPaise: 157_138 });
  });
});

describe('what an order costs', () => {
  const wallbox = { pricePaise: 4_000_000, discountPaise: 3_299_900, category: 'ac' };

  test('is the discount price where there is one, and the shipping that the buyer wrote', () => {
    expect(figuresOf(wallbox, 45_000, 0)).toEqual({
      pricePaise: 3_299_900,
      shippingPaise: 45_000,
      totalPaise: 3_344_900,
    });
    expect(figuresOf({ ...wallbox, discountPaise: null }, 0, 0).totalPaise).toBe(4_000_000);
  });

  test('holds to the least shipping, and ships nothing for a service', () => {
    expect(figuresOf(wallbox, 100, 25_000).shippingPaise).toBe(25_000);
    expect(figuresOf({ ...wallbox, category: 'service' }, 45_000, 25_000).totalPaise).toBe(3_299_900);
  });
});
