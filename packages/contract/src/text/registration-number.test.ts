import { describe, expect, test } from 'vitest';
import { isRegistrationNumber, normalizeRegistrationNumber } from './registration-number.ts';

describe('registration numbers', () => {
  test.each(['MH12AB1234', 'MH121234', 'MH12123', 'MH12ABCD123'])('%s is accepted [VEHICLE-6]', (number) => {
    expect(isRegistrationNumber(number)).toBe(true);
  });

  test.each([
    'mh12ab1234',
    'MH 12 AB 1234',
    'MH-12-AB-1234',
    'MH12ABCDE1234',
    'MH12AB12',
    'MH12AB12345',
    'DL1CAB1234',
    '22BH1234AA',
  ])('%s is refused [VEHICLE-7]', (number) => {
    expect(isRegistrationNumber(number)).toBe(false);
  });

  test('are normalized while they are typed', () => {
    expect(normalizeRegistrationNumber('mh-12 ab 1234')).toBe('MH12AB1234');
  });
});
