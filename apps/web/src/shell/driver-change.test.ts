import { expect, test, vi } from 'vitest';
import { forgetEverything, keepUser } from '#device/stored-user.ts';
import { reloadOnDriverChange } from './driver-change.ts';

const asha = { token: 'of Asha', name: 'Asha Rao', email: 'asha@example.com' };
const ravi = { token: 'of Ravi', name: 'Ravi Iyer', email: 'ravi@example.com' };
const inOtherTab = (user: typeof asha | undefined) => {
  if (user) localStorage.setItem('user', JSON.stringify(user));
  else localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
};
const showPage = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('a page is reloaded when another tab signs out or in, and when it is returned to after that', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const isReloaded = (by: () => void) => {
    reload.mockClear();
    by();
    return reload.mock.calls.length === 1;
  };
  reloadOnDriverChange();
  keepUser(asha);
  expect(isReloaded(() => inOtherTab({ ...asha, name: 'Asha R.' }))).toBe(false);
  expect(isReloaded(() => showPage(true))).toBe(false);
  expect(isReloaded(() => inOtherTab(ravi))).toBe(true);
  expect(isReloaded(() => showPage(false))).toBe(false);
  expect(isReloaded(() => showPage(true))).toBe(true);
  expect(isReloaded(() => inOtherTab(undefined))).toBe(true);

  keepUser(asha);
  forgetEverything();
  expect(isReloaded(() => showPage(true))).toBe(true);
});
