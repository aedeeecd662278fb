import { createSerialQueue } from './serial-queue.ts';

/** Runs tasks with the same key one after the other, in the order of their arrival. Others do not wait for them. */
export function createKeyedQueue() {
  const queues = new Map<string, { queue: ReturnType<typeof createSerialQueue>; count: number }>();

  return {
    async run<T>(key: string, task: () => Promise<T>): Promise<T> {
      const waiting = queues.get(key) ?? { queue: createSerialQueue(), count: 0 };
      queues.set(key, waiting);
      waiting.count += 1;
      try {
        return await waiting.queue.run(task);
      } finally {
        waiting.count -= 1;
        if (waiting.count === 0) queues.delete(key);
      }
    },
  };
}
