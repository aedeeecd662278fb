import { expect, test } from 'vitest';
import { describeLoggedErrors } from './log.ts';

test('only the first of many errors are printed', () => {
  expect(
    describeLoggedErrors(
      'a storm',
      Array.from({ length: 50 }, () => JSON.stringify({ msg: 'no' })),
    ),
  ).toContain('and 30 more');
});
