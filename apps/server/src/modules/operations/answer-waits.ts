import type { Clock } from '#kernel/clock.ts';

/** Who waits for the answers to commands. */
export function createAnswerWaits(clock: Clock) {
  const waiting = new Map<string, Set<() => void>>();

  return {
    /** A command has its answer, or will have none. */
    tell(id: string): void {
      for (const wake of waiting.get(id) ?? []) wake();
    },

    /** What `find` answers once it has ended its wait or so long has passed; `isOpen` says that it has not. */
    async until<T>(id: string, maxMs: number, find: () => Promise<T>, isOpen: (found: T) => boolean): Promise<T> {
      const { promise: told, resolve: wake } = Promise.withResolvers<void>();
      const wakers = waiting.get(id) ?? new Set();
      waiting.set(id, wakers.add(wake));
      const cancel = clock.after(maxMs, wake);
      try {
        const found = await find();
        if (!isOpen(found)) return found;
        await told;
        return await find();
      } finally {
        cancel();
        wakers.delete(wake);
        if (wakers.size === 0) waiting.delete(id);
      }
    },
  };
}
