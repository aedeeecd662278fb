import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchBuilds } from './newer-build.ts';

const page = (script: string) => new Response(`<script type="module" src="/assets/${script}.js"></script>`);
const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
const answers = vi.fn<() => Promise<Response>>();

watchBuilds();

beforeEach(() => {
  vi.stubGlobal('fetch', answers);
  reload.mockClear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

async function missPiece(): Promise<void> {
  const asked = answers.mock.results.length;
  dispatchEvent(new Event('vite:preloadError'));
  await vi.waitFor(() => expect(answers.mock.results.length).toBe(asked + 1));
  await Promise.allSettled(answers.mock.results.map(({ value }) => value));
  await new Promise((resolve) => setTimeout(resolve));
}

test('a tab left open over a deployment is reloaded, once for each build', async () => {
  answers.mockImplementation(async () => page('start-new1'));
  await missPiece();
  expect(reload).toHaveBeenCalledTimes(1);
  await missPiece();
  expect(reload).toHaveBeenCalledTimes(1);
  answers.mockImplementation(async () => page('start-new2'));
  await missPiece();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without an answer from the server the page stays', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  answers.mockRejectedValue(new TypeError('Failed to fetch'));
  await missPiece();
  expect(reload).not.toHaveBeenCalled();
});
