import { expect, test } from 'vitest';
import { unitsEndIn } from './units-end.ts';

test('bought units end when the present power has delivered the rest', () => {
  expect(unitsEndIn({ unit: 6, power_output: 7.2 }, 18)).toBeCloseTo(100);
  expect(unitsEndIn({ unit: 19, power_output: 7.2 }, 18)).toBe(0);
  expect(unitsEndIn({ unit: 6, power_output: null }, 18)).toBeUndefined();
  expect(unitsEndIn({ unit: 6, power_output: 0 }, 18)).toBeUndefined();
  expect(unitsEndIn({ unit: 6, power_output: 7.2 }, undefined)).toBeUndefined();
});
