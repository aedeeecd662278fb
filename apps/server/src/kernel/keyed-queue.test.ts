import { expect, test } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

test('tasks with one key run in turn, also after a failure, and others do not wait for them', async () => {
  const { run } = createKeyedQueue();
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = run('a', async () => {
    await promise;
    order.push('a 1');
    throw new Error('The first one fails.');
  });
  const second = run('a', async () => order.push('a 2'));
  await run('b', async () => order.push('b'));
  resolve();
  await expect(first).rejects.toThrow('The first one fails.');
  await second;
  expect(order).toEqual(['b', 'a 1', 'a 2']);
});
