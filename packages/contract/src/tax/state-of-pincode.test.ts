import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stateWithCode } from './state-codes.ts';
import { isPincodeIn, stateOfPincode } from './state-of-pincode.ts';

test.each([
  ['110001', 'Delhi'],
  ['122001', 'Haryana'],
  ['160017', 'Chandigarh'],
  ['160062', 'Punjab'],
  ['194101', 'Ladakh'],
  ['190001', 'Jammu and Kashmir'],
  ['246701', 'Uttar Pradesh'],
  ['247667', 'Uttarakhand'],
  ['248001', 'Uttarakhand'],
  ['362520', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['396445', 'Gujarat'],
  ['403001', 'Goa'],
  ['411001', 'Maharashtra'],
  ['500001', 'Telangana'],
  ['533001', 'Andhra Pradesh'],
  ['533464', 'Puducherry'],
  ['560038', 'Karnataka'],
  ['605001', 'Puducherry'],
  ['605602', 'Tamil Nadu'],
  ['673310', 'Puducherry'],
  ['682001', 'Kerala'],
  ['682555', 'Lakshadweep'],
  ['737101', 'Sikkim'],
  ['744101', 'Andaman and Nicobar Islands'],
  ['793001', 'Meghalaya'],
  ['800001', 'Bihar'],
  ['834001', 'Jharkhand'],
])('goods sent to %s are supplied in %s [TAX-5]', (pincode, state) => {
  expect(stateOfPincode(pincode)).toBe(state);
});

test.each(['000000', '900001', '56003', '5600381', 'abcdef', ''])('%s is not a pincode of a State', (pincode) => {
  expect(stateOfPincode(pincode)).toBeUndefined();
});

test('the tax invoice knows the code of every State that a pincode names', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000, max: 899_999 }), (pincode) => {
      const state = stateOfPincode(String(pincode));
      if (state !== undefined) expect(stateWithCode(state)).toMatch(/ \(\d\d\)$/);
    }),
  );
});

test.each([
  ['Karnataka', '560038', true],
  ['Kerala', '560038', false],
  ['Maharashtra', '110001', false],
  // One circle has both.
  ['Punjab', '160017', true],
  ['Goa', '403001', true],
  ['Goa', '400001', true],
  ['Goa', '411001', false],
  ['Jharkhand', '801103', false],
  ['Andhra Pradesh', '507111', true],
  ['Telangana', '517001', true],
  // Nothing is known of these.
  ['Kerala', '900001', true],
  ['Kerala', '56003', true],
])('that %s has the pincode %s is %s', (state, pincode, expected) => {
  expect(isPincodeIn(state, pincode)).toBe(expected);
});
