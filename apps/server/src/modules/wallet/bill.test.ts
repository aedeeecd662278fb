import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkBill, splitBill, totalOf } from './bill.ts';

const paise = fc.integer({ min: 0, max: 10_000_000 });
const bill = fc.record({ amountPaise: paise, cgstPaise: paise, sgstPaise: paise });

test('a bill splits into what a sum pays for and the rest, and no paisa is lost or made', () => {
  fc.assert(
    fc.property(bill, paise, (whole, money) => {
      const { paid, rest } = splitBill(whole, Math.min(money, totalOf(whole)));
      checkBill(paid);
      checkBill(rest);
      expect(totalOf(paid)).toBe(Math.min(money, totalOf(whole)));
      for (const part of ['amountPaise', 'cgstPaise', 'sgstPaise'] as const)
        expect(paid[part] + rest[part]).toBe(whole[part]);
    }),
  );
});

test('a bill of fractions or of less than nothing is no bill', () => {
  expect(() => checkBill({ amountPaise: 1.5, cgstPaise: 0, sgstPaise: 0 })).toThrow('not a bill');
  expect(() => checkBill({ amountPaise: 100, cgstPaise: -1, sgstPaise: 0 })).toThrow('not a bill');
});
