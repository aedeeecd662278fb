import { expect, test } from 'vitest';
import { createWarmUp } from './warm-up.ts';

const STRANGERS = async (): Promise<undefined> => undefined;

test('a node warms up as an invented caller, whose credentials open nothing afterwards', async () => {
  const tokens = new Set<string>();
  const addresses = new Set<string>();
  const callers: unknown[] = [];
  const warmUp = createWarmUp(STRANGERS);
  const inject = async ({ headers, remoteAddress }: { headers: { authorization: string }; remoteAddress: string }) => {
    const token = headers.authorization.replace('Bearer ', '');
    tokens.add(token);
    addresses.add(remoteAddress);
    callers.push(await warmUp.authenticate(token));
  };
  await warmUp.run({ inject } as never);

  expect(new Set(callers.map((caller) => JSON.stringify(caller)))).toEqual(new Set(['{"driverId":0}']));
  expect([...addresses]).toEqual(['192.0.2.1']);
  expect(tokens.size).toBe(1);
  for (const token of [...tokens, '', 'undefined']) expect(await warmUp.authenticate(token)).toBe(undefined);
});

test('these credentials open nothing if warming up has failed', async () => {
  let token = '';
  const warmUp = createWarmUp(STRANGERS);
  const inject = async ({ headers }: { headers: { authorization: string } }) => {
    token = headers.authorization.replace('Bearer ', '');
    throw new Error('The database does not answer.');
  };
  await expect(warmUp.run({ inject } as never)).rejects.toThrow('does not answer');
  expect(await warmUp.authenticate(token)).toBe(undefined);
});
