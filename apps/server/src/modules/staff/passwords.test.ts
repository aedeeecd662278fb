import { expect, test } from 'vitest';
import { createPasswords, PASSWORD_COST } from './passwords.ts';

const email = 'asha@bijli.example';

test('a password is stored with its cost parameters, as a hash that differs each time [STAFF-2]', async () => {
  const quick = createPasswords({ N: 2 ** 6, r: 8, p: 1 });
  const [one, other] = [
    await quick.hash('correct horse battery', email),
    await quick.hash('correct horse battery', email),
  ];
  expect(one).toMatch(/^scrypt\$64\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(other);
  // One that was stored before the cost was raised is good as it is.
  const raised = createPasswords({ N: 2 ** 7, r: 8, p: 1 });
  expect(await raised.isRight('correct horse battery', one)).toBe(true);
  expect(await raised.isRight('correct horse batterz', one)).toBe(false);
  expect(await raised.isRight('correct horse battery', null)).toBe(false);
});

test('hashing a password costs 32 MB of memory and three rounds, and too many waiting callers are told to come back [STAFF-2]', async () => {
  const passwords = createPasswords(PASSWORD_COST);
  expect(await passwords.hash('correct horse battery', email)).toMatch(/^scrypt\$32768\$8\$3\$/);
  const quick = createPasswords({ N: 2 ** 10, r: 8, p: 1 });
  const many = await Promise.allSettled(Array.from({ length: 25 }, () => quick.isRight('any password', null)));
  expect(many.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  expect(await quick.isRight('any password', null)).toBe(false);
});
