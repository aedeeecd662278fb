import { describe, expect, test } from 'vitest';
import { minutesLeft } from './minutes-left.ts';

describe('time left', () => {
  test.each([
    [0, 197],
    [20, 157],
    [50, 97],
    [80, 37],
    [90, 17],
    [95, 8],
    [100, 0],
  ])('at %i percent is %i minutes [CONST-8, CHARGE-11]', (soc, minutes) => {
    expect(minutesLeft(soc)).toBe(minutes);
  });
});
