import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { keepCopying, restoreCopies } from './offline-copies.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a page that may return writes no copies as it closes, one that closes for good does; an unresponsive store delays nothing for long', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const deafStore = { open: () => ({ of: (asked += 1) }) };
  vi.stubGlobal('indexedDB', deafStore);
  const queries = new QueryClient();
  const stop = keepCopying(queries);
  const leave = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  queries.setQueryData(['getWallet'], { balance: 0 });
  leave(true);
  expect(asked).toBe(0);
  leave(false);
  expect(asked).toBe(1);
  stop();

  const restored = restoreCopies(queries);
  await vi.runAllTimersAsync();
  await expect(restored).resolves.toBeUndefined();
});

test('an answer that is copied stays in memory after its screen was left, and stations of a map do not', async () => {
  vi.useFakeTimers();
  const queries = new QueryClient();
  const stop = keepCopying(queries);
  queries.setQueryData(['chargingSessionList', {}], { data: [] });
  queries.setQueryData(['chargingStation', {}], { properties: [] });
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  const kept = ['chargingSessionList', 'chargingStation'].map((call) => queries.getQueryData([call, {}]));
  expect(kept).toEqual([{ data: [] }, undefined]);
  stop();
});
