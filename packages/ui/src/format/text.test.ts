import { expect, test } from 'vitest';
import { spacedPhone } from './text.ts';

test.each([
  ['+919876543210', '+91 98765 43210'],
  ['+911800000000', '+91 1800 000 000'],
  ['+91 80 4718 0000', '+91 80 4718 0000'],
  ['1912', '1912'],
])('the phone number %s is written %s', (number, written) => {
  expect(spacedPhone(number)).toBe(written);
});
