import { beforeEach, expect, test } from 'vitest';
import { storedUser, keepUser, changeStoredUser } from './stored-user.ts';

beforeEach(() => localStorage.clear());

test('the signed-in driver is stored under the key user [OTP-11, GATE-3, ENTITY-1]', () => {
  const user = { token: 't', name: 'Asha', email: 'a@example.com' };
  keepUser(user);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
  expect(storedUser()).toEqual(user);
});

test.each(['', 'not json', '{}', '{"token":""}', '"text"', 'null', '{"token":5}'])(
  'an unreadable entry signs nobody in: %s [GATE-7]',
  (entry) => {
    localStorage.setItem('user', entry);
    expect(storedUser()).toBeUndefined();
  },
);

test('saved details are added to the stored user, whose token stays [ONB-5]', () => {
  keepUser({ token: 't', name: '', email: '' });
  changeStoredUser({ name: 'Asha Rao', email: 'a@example.com' });
  expect(storedUser()).toEqual({ token: 't', name: 'Asha Rao', email: 'a@example.com' });
});
