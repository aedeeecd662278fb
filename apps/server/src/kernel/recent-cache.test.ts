import { expect, test } from 'vitest';
import { createRecentCache } from './recent-cache.ts';

test('a full cache drops the entry that was used longest ago', () => {
  const cache = createRecentCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});
