import { expect, test } from 'vitest';
import { describeLoggedErrors } from './log.ts';

test('of very many the first are told', () => {
  expect(
    describeLoggedErrors(
      'a storm',
      Array.from({ length: 50 }, () => JSON.stringify({ msg: 'no' })),
    ),
  ).toContain('and 30 more');
});
