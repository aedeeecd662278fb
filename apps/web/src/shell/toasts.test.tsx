import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ONE_TIME_CODE_LENGTH, COUNTRY_PREFIX } from '@bijli/contract/one-time-code';
import { notify } from '@bijli/ui/notify';
import { clear, draw, element, until } from '@bijli/ui/testing/page';
import { Toasts } from '@bijli/ui/Toasts';
import { forgetEverything, keepUser } from '#device/stored-user.ts';

afterEach(clear);

async function told(tell: () => unknown): Promise<HTMLElement> {
  await draw(<Toasts label="Notices" />);
  await act(async () => void tell());
  return until(() => element('.Toastify__toast'));
}

test('the country prefix, the length of a code, the storage key and the duration of a toast are the fixed ones [CONST-1]', async () => {
  expect([COUNTRY_PREFIX, ONE_TIME_CODE_LENGTH]).toEqual(['+91', 6]);
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  expect(Object.keys(localStorage)).toEqual(['user']);
  forgetEverything();
  await told(() => notify.info('Hello'));
  expect(element('.Toastify__progress-bar').style.animationDuration).toBe('3000ms');
});

test.each([
  ['success', 'Toastify__toast--success'],
  ['error', 'Toastify__toast--error'],
  ['warning', 'Toastify__toast--warning'],
  ['info', 'Toastify__toast--info'],
] as const)(
  'a toast of kind %s has its colour, at the top in the middle, and its three seconds [TOAST-1, TOAST-2, CONST-1]',
  async (kind, look) => {
    const toast = await told(() => notify[kind](`It is ${kind}`));
    expect([...toast.classList]).toEqual(expect.arrayContaining([look, 'Toastify__toast-theme--colored']));
    expect(document.querySelector('.Toastify__toast-container--top-center')?.contains(toast)).toBe(true);
    expect(element('.Toastify__progress-bar').style.animationDuration).toBe('3000ms');
  },
);

/** The toasts that stay. Toasts that are leaving end with their animation, which does not run in these tests. */
async function sentences(): Promise<string[]> {
  await act(async () => {
    for (const toast of document.querySelectorAll('.Toastify__bounce-exit--top-center, [data-in=false]'))
      toast.dispatchEvent(new Event('animationend', { bubbles: true }));
  });
  return [...document.querySelectorAll('.Toastify__toast')].map((toast) => toast.textContent);
}

test('one toast is shown at a time, and leaving a page removes its toast', async () => {
  await told(() => notify.info('First'));
  await act(async () => notify.success('Second'));
  await expect.poll(sentences).toEqual(['Second']);
  // A toast of the tap that opens another page must be readable on that page.
  await act(async () => notify.leave());
  expect(await sentences()).toEqual(['Second']);
  const later = performance.now() + 1000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  await act(async () => notify.leave());
  await expect.poll(sentences).toEqual([]);
  vi.restoreAllMocks();
});
