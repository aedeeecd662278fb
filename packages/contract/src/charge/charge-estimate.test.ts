import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { affordableWh, chargePrice } from './charge-estimate.ts';

describe('the price of a charge', () => {
  test('is units times price plus 18 percent: 10 units at 15 rupees are 177 [SHEET-7, SHEET-8, CONST-6]', () => {
    expect(chargePrice(10_000, 1500)).toEqual({
      taxablePaise: 15_000,
      cgstPaise: 1350,
      sgstPaise: 1350,
      igstPaise: 0,
      totalPaise: 17_700,
    });
  });

  test('rounds each part half up to the paisa [TAX-1, TAX-2]', () => {
    expect(chargePrice(1, 1500)).toMatchObject({ taxablePaise: 2, cgstPaise: 0 });
    expect(chargePrice(1, 1499)).toMatchObject({ taxablePaise: 1, cgstPaise: 0 });
    expect(chargePrice(333, 1500)).toMatchObject({ taxablePaise: 500, cgstPaise: 45, sgstPaise: 45, totalPaise: 590 });
    // 4.5 and 4.41 paise before rounding.
    expect(chargePrice(100, 500)).toEqual({
      taxablePaise: 50,
      cgstPaise: 5,
      sgstPaise: 5,
      igstPaise: 0,
      totalPaise: 60,
    });
    expect(chargePrice(98, 500)).toEqual({
      taxablePaise: 49,
      cgstPaise: 4,
      sgstPaise: 4,
      igstPaise: 0,
      totalPaise: 57,
    });
  });

  test('is the sum of its parts and never falls with more energy, in whatever State it is supplied [TAX-2, TAX-27]', () => {
    fc.assert(
      fc.property(fc.nat(40_000), fc.nat(40_000), fc.integer({ min: 0, max: 5000 }), (a, b, price) => {
        const [less, more] = [chargePrice(Math.min(a, b), price), chargePrice(Math.max(a, b), price)];
        expect(less.totalPaise).toBe(less.taxablePaise + less.cgstPaise + less.sgstPaise);
        expect(less.totalPaise).toBeLessThanOrEqual(more.totalPaise);
        const elsewhere = chargePrice(Math.min(a, b), price, 1800, 'inter_state');
        expect(elsewhere).toMatchObject({ cgstPaise: 0, sgstPaise: 0, totalPaise: less.totalPaise });
      }),
    );
  });
});

describe('the amount that a balance can buy', () => {
  test('is the most whole hundredths of a unit that fit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 40_000 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.nat(2_000_000),
        (wanted, price, free) => {
          const wh = affordableWh(wanted, price, free);
          expect(wh % 10).toBe(0);
          expect(chargePrice(wh, price).totalPaise).toBeLessThanOrEqual(free);
          if (wh + 10 <= wanted) expect(chargePrice(wh + 10, price).totalPaise).toBeGreaterThan(free);
        },
      ),
    );
  });
});
