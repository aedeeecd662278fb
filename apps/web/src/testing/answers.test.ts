import { afterEach, expect, test } from 'vitest';
import { serveAnswers, takeContractViolations } from '@bijli/contract/testing/answers';
import { clientConfig } from './replies.ts';

const CONFIG = 'GET /client-config';

let server: Awaited<ReturnType<typeof serveAnswers>>;
afterEach(() => server.close());

test.each([
  ['lacks what the contract asks for', { demo: false }, `${CONFIG}: brand: `],
  ['has a field too many', { ...clientConfig(), secret: 1 }, `${CONFIG}: secret is not in the contract`],
  ['has one deeper down', { ...clientConfig(), map: { key: 'k' } }, `${CONFIG}: map.key is not in the contract`],
  ['refuses without a message', { success: false, code: 'x' }, `${CONFIG}: message: `],
])('a canned answer that %s is reported', async (_how, body, problem) => {
  server = await serveAnswers({ [CONFIG]: body });
  await fetch('/client-config');
  expect(takeContractViolations().some((violation) => violation.startsWith(problem))).toBe(true);
});

test('an answer to a call that the contract does not have is reported', async () => {
  server = await serveAnswers({ 'GET /no/such/call': {} });
  await fetch('/no/such/call');
  expect(takeContractViolations()).toEqual(['GET /no/such/call: the contract has no such call']);
});

test('answers that follow the contract pass', async () => {
  server = await serveAnswers({ [CONFIG]: clientConfig() });
  await fetch('/client-config');
  expect(takeContractViolations()).toEqual([]);
});
