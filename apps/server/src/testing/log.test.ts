import { expect, test } from 'vitest';
import { toldOf } from './log.ts';

const line = (message: string) =>
  JSON.stringify({ msg: 'a request failed', err: { message, stack: 'Error\n    at here' } });

test('what the server said is told beside the failure, with what to do where a migration is missing', () => {
  const told = toldOf('a charge', [line('GET /x breaks the contract: y'), line('relation "z" does not exist')]);
  expect(told).toContain('while "a charge" ran');
  expect(told).toContain('a request failed: GET /x breaks the contract: y\n    at here');
  expect(told).toContain('relation "z" does not exist (is a migration missing? npm run db:generate)');
});

test('of very many the first are told', () => {
  expect(
    toldOf(
      'a storm',
      Array.from({ length: 50 }, () => line('no')),
    ),
  ).toContain('and 30 more');
});
