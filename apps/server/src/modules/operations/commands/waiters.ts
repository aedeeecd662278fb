import type { Clock } from '#kernel/clock.ts';

/** Lets callers wait for a change of what an id stands for, such as the answer to a command. */
export function createWaiters(clock: Clock) {
  const waiting = new Map<string, Set<() => void>>();

  return {
    /** Wakes everyone who waits for this id. */
    wake(id: string): void {
      for (const wakeOne of waiting.get(id) ?? []) wakeOne();
    },

    /** Resolves to what `find` returns: at once if `isOpen` is false for it, else after `wake` or `maxMs`. */
    async waitFor<T>(id: string, maxMs: number, find: () => Promise<T>, isOpen: (found: T) => boolean): Promise<T> {
      const { promise: woken, resolve: wakeOne } = Promise.withResolvers<void>();
      const wakers = waiting.get(id) ?? new Set();
      waiting.set(id, wakers.add(wakeOne));
      const cancel = clock.after(maxMs, wakeOne);
      try {
        const found = await find();
        if (!isOpen(found)) return found;
        await woken;
        return await find();
      } finally {
        cancel();
        wakers.delete(wakeOne);
        if (wakers.size === 0) waiting.delete(id);
      }
    },
  };
}
