import { describe, expect, test } from 'vitest';
import { paiseOf } from './money.ts';

describe('rupees', () => {
  test('are whole paise or nothing', () => {
    expect(paiseOf(500)).toBe(50_000);
    expect(paiseOf(0.29)).toBe(29);
    expect(paiseOf(1.005)).toBeUndefined();
    expect(paiseOf(Number.NaN)).toBeUndefined();
    expect(paiseOf(Number.POSITIVE_INFINITY)).toBeUndefined();
  });
});
