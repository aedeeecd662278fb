import { expect, test } from 'vitest';
import { purchaseOf, type PurchaseTerms } from './session-purchase.ts';

/** ₹500, at ₹20 per kWh before GST: 21.18 units. */
const TERMS: PurchaseTerms = {
  driverId: 7,
  vehicleId: undefined,
  payer: undefined,
  pricePaisePerKwh: 2000,
  minWh: 0,
  maxWh: 10_000,
  freePaise: 50_000,
  openSessions: 0,
  maxOpenSessions: 1,
  isLate: false,
};

test('a purchase holds the price of its energy, GST included, and names vehicle and payer', () => {
  const payer = { gstin: '29ABCDE1234F1Z5', businessName: 'Asha Cabs', businessAddress: 'Bengaluru' };
  expect(purchaseOf({ ...TERMS, vehicleId: 3, payer })).toEqual({
    driverId: 7,
    pricePaisePerKwh: 2000,
    gstBasisPoints: 1800,
    boughtWh: 10_000,
    holdPaise: 23_600,
    vehicleId: 3,
    payerGstin: '29ABCDE1234F1Z5',
    payerName: 'Asha Cabs',
    payerAddress: 'Bengaluru',
  });
  expect(purchaseOf(TERMS)).toMatchObject({ vehicleId: null, payerGstin: null, payerName: null, payerAddress: null });
});

test('a purchase takes what the balance pays for, if that is at least the minimum', () => {
  const more = { ...TERMS, maxWh: 40_000 };
  expect(purchaseOf(more)).toMatchObject({ boughtWh: 21_180, holdPaise: 49_984 });
  expect(purchaseOf({ ...more, minWh: 21_180 })).toMatchObject({ boughtWh: 21_180 });
  expect(purchaseOf({ ...more, minWh: 21_190 })).toBe('balance_short');
});

test.each([
  ['with as many open sessions as a driver may have', { openSessions: 1, freePaise: 0 }, 'charge_running'],
  ['with no more than the minimum balance', { freePaise: 5000 }, 'balance_too_low'],
  ['with a price above the balance', { freePaise: 5001, pricePaisePerKwh: 1_000_000 }, 'balance_short'],
])('a driver cannot buy %s', (_, change, problem) => {
  expect(purchaseOf({ ...TERMS, ...change })).toBe(problem);
});

test('a purchase whose energy is delivered already takes the remaining balance, whatever else the driver charges', () => {
  const late = { ...TERMS, isLate: true, openSessions: 1, maxWh: 40_000 };
  expect(purchaseOf({ ...late, freePaise: 2360 })).toMatchObject({ boughtWh: 1000, holdPaise: 2360 });
  expect(purchaseOf({ ...late, freePaise: 0 })).toBe('balance_short');
});
