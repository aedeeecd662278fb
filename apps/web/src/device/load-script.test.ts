import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadScript } from './load-script.ts';

const ADDRESS = 'http://127.0.0.1:9/checkout.js';
const global = globalThis as { TestCheckout?: unknown };
/** What each added script does, in order. */
let fates: ('load' | 'error')[];
let inserted: HTMLScriptElement[];

beforeEach(() => {
  fates = [];
  inserted = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // Tests make no network requests, so the page's own script loading is replaced.
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    inserted.push(script as HTMLScriptElement);
    const fate = fates.shift() ?? 'error';
    setTimeout(() => {
      if (fate === 'load') global.TestCheckout = {};
      (script as HTMLScriptElement).dispatchEvent(new Event(fate));
    });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  delete global.TestCheckout;
});

test('a script is loaded when it is first needed, and once for all who need it at the same time [LOADER-2]', async () => {
  expect(inserted).toEqual([]);
  fates = ['load'];
  await Promise.all([loadScript(ADDRESS, 'TestCheckout'), loadScript(ADDRESS, 'TestCheckout')]);
  expect(inserted.map(({ src }) => src)).toEqual([ADDRESS]);
});

test('a script whose global exists is not loaded [LOADER-3]', async () => {
  global.TestCheckout = {};
  await loadScript(ADDRESS, 'TestCheckout');
  expect(inserted).toEqual([]);
});

test('a script that fails is tried up to three times [LOADER-2, LOADER-5]', async () => {
  fates = ['error', 'error', 'load'];
  await loadScript(ADDRESS, 'TestCheckout');
  expect(inserted).toHaveLength(3);
  delete global.TestCheckout;
  inserted = [];
  await expect(loadScript(ADDRESS, 'TestCheckout')).rejects.toThrow('cannot be loaded');
  expect(inserted).toHaveLength(3);
});
