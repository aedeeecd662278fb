import { expect, test } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

test('tasks run one after the other, and a failing one does not stop the rest', async () => {
  const { run, idle } = createSerialQueue();
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = run(async () => {
    order.push('first begins');
    await promise;
    order.push('first ends');
    throw new Error('The first one fails.');
  });
  const second = run(async () => order.push('second'));
  resolve();
  await expect(first).rejects.toThrow('The first one fails.');
  await idle();
  expect(order).toEqual(['first begins', 'first ends', 'second']);
  expect(await second).toBe(3);
});
